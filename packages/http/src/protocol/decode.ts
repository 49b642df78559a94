/** Percent-decodes once. Throws a `URIError` on a malformed escape or bytes that are no UTF-8. */
export function decode(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
