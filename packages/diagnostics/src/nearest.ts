import { distance } from 'fastest-levenshtein';

/**
 * The candidate that `text` was probably meant to be; undefined when none is close enough to be worth saying.
 * A third of the letters may be wrong; failing that, one that begins like it: `grub` finds `grub-install`.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const wanted = text.toLowerCase();
  let best: string | undefined;
  // Two letters that changed places count as two.
  let bestDistance = (text.length < 4 ? 1 : Math.max(2, Math.floor(text.length / 3))) + 1;
  let beginning: string | undefined;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const steps = distance(wanted, other);
    if (steps < bestDistance) {
      best = candidate;
      bestDistance = steps;
    }
    if (wanted.length >= 3 && (other.startsWith(wanted) || wanted.startsWith(other))) beginning ??= candidate;
  }
  return best ?? beginning;
}
