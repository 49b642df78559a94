import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** The content codings that request bodies can have. */
export type RequestCoding = 'gzip' | 'deflate' | 'br' | 'zstd';

/**
 * Base-2 logarithm of the largest window that RFC 9659 permits. The limit prevents a small body from making the decoder
 * allocate a large amount of memory.
 */
const ZSTD_WINDOW_LOG = 23;

const DECODERS: Readonly<Record<RequestCoding, () => Transform>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
};

/** The codings that the runtime implements. Some runtimes lack zstd. */
export const IMPLEMENTED_CODINGS: readonly RequestCoding[] = (
  ['gzip', 'deflate', 'br', 'zstd'] as const
).filter((coding) => coding !== 'zstd' || typeof createZstdDecompress === 'function');

/** Creates a decoding stream. It fails if the data is corrupt or incomplete. */
export function createDecoder(coding: RequestCoding): Transform {
  return DECODERS[coding]();
}
