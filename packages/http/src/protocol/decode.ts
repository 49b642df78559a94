/** Percent-decodes a string once. Throws a `URIError` for a malformed escape or invalid UTF-8. */
export function decode(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
