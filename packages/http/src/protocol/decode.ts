/** Percent-decodes a string once. Throws `URIError` if an escape is malformed or the result is not UTF-8. */
export function decode(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
