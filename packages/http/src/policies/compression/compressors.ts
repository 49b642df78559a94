import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { Transform } from 'node:stream';

/** The content codings that responses can have. */
export type ContentCoding = 'br' | 'gzip' | 'zstd';

/** A compressing stream with a method that outputs its buffered data. */
export type Compressor = Transform & { flush(kind?: number): void };

interface CodingImplementation {
  readonly create: () => Compressor;
  /** The kind of flush after which the client can read all data written so far. */
  readonly flush: number;
}

/** The levels suit responses that are compressed for each request: higher levels need several times the CPU time. */
const IMPLEMENTATIONS: Readonly<Record<ContentCoding, CodingImplementation>> = {
  br: {
    create: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    flush: constants.BROTLI_OPERATION_FLUSH,
  },
  gzip: { create: () => createGzip({ level: 6 }), flush: constants.Z_SYNC_FLUSH },
  zstd: { create: () => createZstdCompress(), flush: constants.ZSTD_e_flush },
};

export function createCompressor(coding: ContentCoding): Compressor {
  return IMPLEMENTATIONS[coding].create();
}

/** Outputs the data that the compressor has buffered, so that the client can read it. */
export function flushCompressor(compressor: Compressor, coding: ContentCoding): void {
  compressor.flush(IMPLEMENTATIONS[coding].flush);
}

/** Whether the runtime implements a coding. Some runtimes lack zstd. */
export function isImplemented(coding: ContentCoding): boolean {
  return coding !== 'zstd' || typeof createZstdCompress === 'function';
}
