/** @module Compression of responses. */
import type { RoutingContext } from '../../contract/context.ts';
import type { Filter } from '../../contract/filter.ts';
import { assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';
import { acceptedCodings } from '../../protocol/accept-encoding.ts';
import { parseByteSize, type ByteSize } from '../../protocol/byte-size.ts';
import { markFilterFactory } from '../filter-metadata.ts';
import { CompressingSink } from './compressing-sink.ts';
import { isCompressibleType } from './compressible.ts';
import { isImplemented, type ContentCoding } from './compressors.ts';

export type { ContentCoding } from './compressors.ts';

/** Options for {@link compression}. */
export interface CompressionOptions {
  /**
   * Codings to use, in order of preference (default: `zstd`, `br`, `gzip`). The order decides between codings that the
   * client accepts with equal preference.
   */
  readonly codings?: readonly ContentCoding[];
  /** Size below which bodies are not compressed (default: `1kB`). Bodies of unknown size are compressed. */
  readonly minSize?: ByteSize;
  /**
   * Whether to compress bodies of a media type, such as `application/json` (default: true for text, JSON, XML and
   * similar types).
   */
  readonly types?: (mediaType: string) => boolean;
}

const OPTIONS: OptionNames<CompressionOptions> = { codings: true, minSize: true, types: true };
const CODINGS: readonly ContentCoding[] = ['zstd', 'br', 'gzip'];

/** The requests for which an inner filter has disabled compression. */
const disabled = new WeakSet<RoutingContext>();

/**
 * Creates a filter that compresses responses with the coding that Accept-Encoding prefers. `compression(false)` in a
 * narrower scope disables compression that a wider scope enables. The filter does not compress event streams, partial
 * responses, responses that are already encoded or contain a digest of the body, or responses with
 * `Cache-Control: no-transform`. If a response is compressed, its strong ETag becomes weak. Throws `TypeError` if an
 * option is invalid.
 */
export function compression(options: CompressionOptions | false = {}): Filter {
  if (options === false) {
    return function uncompressed(context, next) {
      disabled.add(context);
      return next();
    };
  }
  assertOptions('compression', options, OPTIONS);
  assertTypes('compression', options, { codings: 'a list of strings', types: 'a function' });
  const { minSize = '1kB', types = isCompressibleType, codings = CODINGS } = options;
  const unknown = codings.find((coding) => !CODINGS.includes(coding));
  if (unknown !== undefined) {
    throw new TypeError(
      `compression: unknown coding ${JSON.stringify(unknown)}: use ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(CODINGS)}`,
    );
  }
  const size = parseByteSize(minSize, 'compression: minSize');
  const implemented = codings.filter(isImplemented);
  return function compressed(context, next) {
    const { request, response } = context;
    response.intercept(
      (sink) =>
        new CompressingSink(sink, {
          codings: acceptedCodings(request.headers.get('accept-encoding'), implemented),
          minSize: size,
          types,
          isHead: request.method === 'HEAD',
          isDisabled: () => disabled.has(context),
        }),
    );
    return next();
  };
}

markFilterFactory(compression);
