/** Functions for flat lists of header names and values, which is the format of transports. Names are in lower case. */

/** Returns the value of a header. If the header is repeated, its values are joined with `, `. */
export function flatValue(headers: readonly string[], name: string): string | undefined {
  const values = headers.filter((_, index) => index % 2 === 1 && headers[index - 1] === name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Returns the headers without those that have these names, followed by the added headers. */
export function replaceFlat(
  headers: readonly string[],
  names: readonly string[],
  ...added: readonly string[]
): string[] {
  const kept = headers.filter((_, index) => !names.includes(headers[index - (index % 2)]!));
  return [...kept, ...added];
}

/** Adds a name to Vary, unless Vary already contains it. */
export function withVary(headers: readonly string[], name: string): string[] {
  const vary = flatValue(headers, 'vary');
  if (vary === undefined) return [...headers, 'vary', name];
  const names = new Set(vary.split(',').map((each) => each.trim().toLowerCase()));
  if (names.has('*') || names.has(name.toLowerCase())) return [...headers];
  return replaceFlat(headers, ['vary'], 'vary', `${vary}, ${name}`);
}

/** Converts a strong ETag to a weak one, because the bytes of the body differ from those to which the tag belongs. */
export function withWeakTag(headers: readonly string[]): string[] {
  const tag = flatValue(headers, 'etag');
  return tag?.startsWith('"') ? replaceFlat(headers, ['etag'], 'etag', `W/${tag}`) : [...headers];
}
