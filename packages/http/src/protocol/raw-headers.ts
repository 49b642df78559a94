/** The result for a header that occurs more than once. */
export const REPEATED: unique symbol = Symbol('repeated');

/**
 * Looks up a header in a flat list of names and values as they were sent. `name` must be in lower case. Unlike Node's
 * `headers` object, detects repeated names.
 */
export function rawHeader(headers: readonly string[], name: string): string | undefined | typeof REPEATED {
  let found: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    const each = headers[index]!;
    if (each.length !== name.length || (each !== name && each.toLowerCase() !== name)) continue;
    if (found !== undefined) return REPEATED;
    found = headers[index + 1];
  }
  return found;
}

/** Joins all values of a header with `, `. */
export function joinRawHeader(headers: readonly string[], name: string): string {
  return headers
    .filter((_value, index) => index % 2 === 1 && headers[index - 1]!.toLowerCase() === name)
    .join(', ');
}
