/** `Name: value`, as `@Header` takes it; undefined when the text is no header. */
export function parseHeader(text: string): readonly [name: string, value: string] | undefined {
  const [, name, value] = /^\s*([!#$%&'*+.^`|~\w-]+)\s*:\s*(.*?)\s*$/.exec(text) ?? [];
  // A line break would begin another header.
  return name === undefined || value === undefined || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? undefined
    : [name, value];
}

/** The media types that header texts say under that name, which is `accept` or `content-type`. */
export function parseMediaTypes(texts: readonly string[], under: string): string[] {
  return parseHeaders(texts)
    .filter(([name]) => name.toLowerCase() === under)
    .flatMap(([, value]) => value.split(','))
    .map((type) => type.trim())
    .filter((type) => type !== '');
}

export function parseHeaders(texts: readonly string[]): (readonly [name: string, value: string])[] {
  return texts.flatMap((text) => {
    const header = parseHeader(text);
    return header === undefined ? [] : [header];
  });
}

/** Those that are sent as they are: neither the media type of a body that is read nor of one that is written. */
export function responseHeaders(texts: readonly string[]): (readonly [name: string, value: string])[] {
  return parseHeaders(texts).filter(([name]) => !/^(?:accept|content-type)$/i.test(name));
}
