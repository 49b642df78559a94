import { flatValue } from '../../protocol/flat-headers.ts';

/** Media types whose bodies usually shrink, in addition to `text/*` and types with one of the suffixes below. */
const TYPES: ReadonlySet<string> = new Set([
  'application/graphql',
  'application/javascript',
  'application/json',
  'application/rtf',
  'application/vnd.ms-fontobject',
  'application/wasm',
  'application/x-javascript',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
  'application/xml',
  'font/collection',
  'font/otf',
  'font/ttf',
  'image/bmp',
  'image/vnd.microsoft.icon',
  'image/x-icon',
]);
const SUFFIXES: ReadonlySet<string> = new Set(['json', 'text', 'xml', 'yaml']);

/** Whether compression usually shrinks bodies of this media type, such as `application/json`. */
export function isCompressibleType(mediaType: string): boolean {
  if (mediaType.startsWith('text/')) return true;
  const plus = mediaType.lastIndexOf('+');
  return TYPES.has(mediaType) || (plus !== -1 && SUFFIXES.has(mediaType.slice(plus + 1)));
}

/** Headers that describe the exact bytes of the body. A body with such a header must not be changed. */
const EXACT = ['content-encoding', 'content-range', 'content-digest', 'repr-digest', 'digest'];

/** Whether a response may be compressed if the client accepts a coding. */
export function mayCompress(
  status: number,
  headers: readonly string[],
  size: number | undefined,
  settings: { readonly minSize: number; readonly types: (mediaType: string) => boolean },
): boolean {
  if (status === 204 || status === 205 || status === 206 || status === 304) return false;
  if (size !== undefined && size < settings.minSize) return false;
  if (EXACT.some((name) => flatValue(headers, name) !== undefined)) return false;
  if (/\bno-transform\b/i.test(flatValue(headers, 'cache-control') ?? '')) return false;
  const mediaType = (flatValue(headers, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  // Event streams are excluded, because events must arrive immediately and each of them is short.
  return mediaType !== '' && mediaType !== 'text/event-stream' && settings.types(mediaType);
}
