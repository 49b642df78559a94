import { lookup } from 'mrmime';

/**
 * Returns the media type of an extension, such as `txt` in the class name `Robots_txt` (default:
 * `application/octet-stream`).
 */
export function mediaTypeOf(extension: string): string {
  // `lookup` reads a plain object, so it returns a function for `constructor`.
  const found: unknown = lookup(extension);
  return withCharset(typeof found === 'string' ? found : 'application/octet-stream');
}

/** Adds `charset=utf-8` to a text or XML type without a charset. */
export function withCharset(type: string): string {
  return /^text\/|[/+]xml$/i.test(type) && !/;\s*charset=/i.test(type) ? `${type}; charset=utf-8` : type;
}

export function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}
