import { lookup } from 'mrmime';

/** Media type of an extension, such as `txt` of the class `Robots_txt`. */
export function mediaTypeOf(extension: string): string {
  // `lookup` reads a plain object: for `constructor` it returns a function.
  const found: unknown = lookup(extension);
  return withCharset(typeof found === 'string' ? found : 'application/octet-stream');
}

/** Adds the charset, always UTF-8, to a text type. */
export function withCharset(type: string): string {
  return /^text\/|[/+]xml$/i.test(type) && !/;\s*charset=/i.test(type) ? `${type}; charset=utf-8` : type;
}

export function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}
