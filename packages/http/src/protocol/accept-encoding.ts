import { readQuality } from './syntax.ts';

/** Maximum number of codings that are read from the header. */
const MAX_CODINGS = 64;

/**
 * Returns the content codings that Accept-Encoding prefers to an uncoded body or accepts with equal preference, in
 * order of preference. Codings with equal quality remain in the given order.
 */
export function acceptedCodings<T extends string>(
  header: string | undefined,
  codings: readonly T[],
): readonly T[] {
  if (header === undefined || header === '') return [];
  const qualities = new Map<string, number>();
  for (const part of header.split(',', MAX_CODINGS)) {
    const [coding = '', ...parameters] = part.split(';');
    const q = parameters
      .map((each) => /^\s*q\s*=(.*)$/i.exec(each)?.[1]?.trim())
      .find((each) => each !== undefined);
    const quality = readQuality(q);
    if (quality !== undefined) qualities.set(coding.trim().toLowerCase(), quality);
  }
  const qualityOf = (coding: string): number => qualities.get(coding) ?? qualities.get('*') ?? 0;
  const plain = qualities.get('identity') ?? 0;
  return codings
    .filter((coding) => qualityOf(coding) > 0 && qualityOf(coding) >= plain)
    .toSorted((one, other) => qualityOf(other) - qualityOf(one));
}
