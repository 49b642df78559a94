/** Percent-decodes once. Throws a `URIError` on a malformed escape or invalid UTF-8. */
export function decode(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
