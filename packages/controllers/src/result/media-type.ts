import { lookup } from 'mrmime';

/** Of a class such as `Robots_txt`, by what its name ends in. */
export function mediaTypeOf(extension: string): string {
  // The types are keys of an object, which has a function for `constructor`.
  const found: unknown = lookup(extension);
  return withCharset(typeof found === 'string' ? found : 'application/octet-stream');
}

/** Text is sent as UTF-8, and says so. */
export function withCharset(type: string): string {
  return /^text\/|[/+]xml$/i.test(type) && !/;\s*charset=/i.test(type) ? `${type}; charset=utf-8` : type;
}

export function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}
