import { distance } from 'fastest-levenshtein';

/** Longer texts are not compared, because the time for a comparison grows with the product of both lengths. */
const LONGEST_TEXT = 1_000;

/**
 * Finds the candidate that `text` is probably a misspelling of; undefined if no candidate is close enough, or if `text`
 * is longer than 1,000 UTF-16 code units. Case is ignored. One letter may differ in a text of up to three letters, or
 * its letters may be swapped; two may differ in a text of up to eight, and a third of the letters in a longer one.
 * Otherwise, for a text of at least three letters, the first candidate that begins with the text, or with which the
 * text begins, is returned: `grub` finds `grub-install`. Of two equally close candidates, one with the same letters is
 * preferred: `riad` finds `raid` rather than `kind`.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const lowerCase = text.toLowerCase();
  let best: string | undefined;
  // Two swapped letters count as two differences.
  let bestDistance = (text.length < 4 ? 1 : Math.max(2, Math.floor(text.length / 3))) + 1;
  let bestHasSameLetters = false;
  const letters = sortLetters(lowerCase);
  let withSameBeginning: string | undefined;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    // The distance is at least the difference of the lengths.
    const isTooFar = Math.abs(other.length - lowerCase.length) > bestDistance;
    const steps = isTooFar ? Infinity : distance(lowerCase, other);
    const hasSameLetters = steps <= bestDistance && sortLetters(other) === letters;
    const mayBeSwapped = best !== undefined || text.length < 4;
    const isCloser = mayBeSwapped && steps === bestDistance && hasSameLetters && !bestHasSameLetters;
    if (steps < bestDistance || isCloser) {
      best = candidate;
      bestDistance = steps;
      bestHasSameLetters = hasSameLetters;
    }
    if (lowerCase.length >= 3 && (other.startsWith(lowerCase) || lowerCase.startsWith(other)))
      withSameBeginning ??= candidate;
  }
  return best ?? withSameBeginning;
}

function sortLetters(text: string): string {
  return [...text].sort().join('');
}
