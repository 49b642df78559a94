/** The header occurs more than once. */
export const REPEATED: unique symbol = Symbol('repeated');

/**
 * A header from a flat list of names and values as they were sent; `name` in lower case. Unlike Node's object of
 * headers, it detects repeated names.
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

/** All values of that name. */
export function joinRawHeader(headers: readonly string[], name: string): string {
  return headers
    .filter((_value, index) => index % 2 === 1 && headers[index - 1]!.toLowerCase() === name)
    .join(', ');
}
