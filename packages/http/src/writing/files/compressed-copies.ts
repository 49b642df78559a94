import { acceptedCodings } from '../../protocol/accept-encoding.ts';

/** A compressed copy of a file in the same folder. */
export interface Variant {
  readonly encoding: 'br' | 'gzip';
  readonly extension: '.br' | '.gz';
}

/**
 * Returns the variants that Accept-Encoding prefers to the uncompressed file or accepts with equal preference, in order
 * of preference.
 */
export function acceptedVariants(header: string | undefined): readonly Variant[] {
  return acceptedCodings(header, ['br', 'gzip']).map((encoding) => ({
    encoding,
    extension: encoding === 'br' ? '.br' : '.gz',
  }));
}
