/** Parses `Name: value`, the form that `@Header` accepts; returns undefined for an invalid header. */
export function parseHeader(line: string): readonly [name: string, value: string] | undefined {
  const [, name, value] = /^\s*([!#$%&'*+.^`|~\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
  // A line break would start another header.
  return name === undefined || value === undefined || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? undefined
    : [name, value];
}

/** Returns the media types in the headers with that name, `accept` or `content-type`. */
export function parseMediaTypes(lines: readonly string[], under: string): string[] {
  return parseHeaders(lines)
    .filter(([name]) => name.toLowerCase() === under)
    .flatMap(([, value]) => value.split(','))
    .map((type) => type.trim())
    .filter((type) => type !== '');
}

export function parseHeaders(lines: readonly string[]): (readonly [name: string, value: string])[] {
  return lines.flatMap((line) => {
    const header = parseHeader(line);
    return header === undefined ? [] : [header];
  });
}

/**
 * Returns the headers that are sent unchanged: all valid headers except `Accept` and `Content-Type`, which declare
 * media types.
 */
export function responseHeaders(lines: readonly string[]): (readonly [name: string, value: string])[] {
  return parseHeaders(lines).filter(([name]) => !/^(?:accept|content-type)$/i.test(name));
}
