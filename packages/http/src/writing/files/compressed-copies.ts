import { readQuality } from '../../protocol/syntax.ts';

/** A compressed copy of a file in the same folder. */
export interface Variant {
  readonly encoding: 'br' | 'gzip';
  readonly extension: '.br' | '.gz';
}

const VARIANTS: readonly Variant[] = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
];

/** Returns the variants that Accept-Encoding prefers to the uncompressed file or accepts equally, the best first. */
export function acceptedVariants(header: string | undefined): readonly Variant[] {
  if (header === undefined || header === '') return [];
  const qualities = new Map<string, number>();
  for (const part of header.split(',', 64)) {
    const [coding = '', ...parameters] = part.split(';');
    const q = parameters
      .map((each) => /^\s*q\s*=(.*)$/i.exec(each)?.[1]?.trim())
      .find((each) => each !== undefined);
    const quality = readQuality(q);
    if (quality !== undefined) qualities.set(coding.trim().toLowerCase(), quality);
  }
  const qualityOf = (coding: string): number => qualities.get(coding) ?? qualities.get('*') ?? 0;
  const plain = qualities.get('identity') ?? 0;
  return VARIANTS.filter(({ encoding }) => qualityOf(encoding) > 0 && qualityOf(encoding) >= plain).toSorted(
    (one, other) => qualityOf(other.encoding) - qualityOf(one.encoding),
  );
}
