/** @module Decompression of request bodies. */
import type { Filter } from '../../contract/filter.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';
import { describeFilter, markFilterFactory } from '../filter-metadata.ts';
import { DecodedBody } from './decoded-body.ts';
import { IMPLEMENTED_CODINGS, type RequestCoding } from './decoders.ts';

export type { RequestCoding } from './decoders.ts';

/** Options for {@link decompression}. */
export interface DecompressionOptions {
  /** Codings to accept (default: those of `gzip`, `deflate`, `br` and `zstd` that the runtime implements). */
  readonly codings?: readonly RequestCoding[];
  /**
   * Maximum ratio of the decompressed size to the compressed size (default: 100). A body that exceeds this ratio is
   * rejected with 413 if its decompressed size is greater than 64 KiB.
   */
  readonly maxRatio?: number;
}

const OPTIONS: OptionNames<DecompressionOptions> = { codings: true, maxRatio: true };

/**
 * Creates a filter that decompresses request bodies. The limit `body` applies to both the compressed and the
 * decompressed size. Responds with 413 to larger bodies, with 400 to corrupt bodies, and with 415 and Accept-Encoding
 * to bodies in other codings. Throws `TypeError` or `RangeError` if an option is invalid.
 */
export function decompression(options: DecompressionOptions = {}): Filter {
  assertOptions('decompression', options, OPTIONS);
  assertTypes('decompression', options, { codings: 'a list of strings', maxRatio: 'a number' });
  const { codings = IMPLEMENTED_CODINGS, maxRatio = 100 } = options;
  const unknown = codings.find((coding) => !IMPLEMENTED_CODINGS.includes(coding));
  if (unknown !== undefined) {
    throw new TypeError(
      `decompression: unknown coding ${JSON.stringify(unknown)}: use one of ${IMPLEMENTED_CODINGS.join(', ')}`,
    );
  }
  if (maxRatio < 1) throw new RangeError(`decompression: maxRatio must be 1 or more, not ${maxRatio}`);
  const filter: Filter = function decompressed(context, next) {
    const header = context.request.headers.get('content-encoding');
    if (header === undefined) return next();
    const name = header.trim().toLowerCase();
    if (name === '' || name === 'identity') return next();
    const coding = codings.find((each) => each === name || (each === 'gzip' && name === 'x-gzip'));
    const exchange = context as Exchange;
    if (coding !== undefined) {
      exchange.wrapBody((body) => new DecodedBody(body, coding, maxRatio, exchange));
      return next();
    }
    throw new HttpError('unsupported-media-type', {
      detail: `the Content-Encoding must be one of ${codings.join(', ')}`,
      headers: { 'accept-encoding': codings.join(', ') },
    });
  };
  return describeFilter(filter, { refuses: ['body-too-large', 'unsupported-media-type'] });
}

markFilterFactory(decompression);
