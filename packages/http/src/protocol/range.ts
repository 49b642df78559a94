/** A part of a representation, defined by the position of its first byte and its length. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Maximum number of ranges in a header. A header with more ranges is ignored. */
const MAX_RANGES = 32;

/** Approximate size in bytes of the head of a part in `multipart/byteranges`. */
const PART_OVERHEAD = 128;

/**
 * Resolves a Range header (RFC 9110, section 14.2) for a representation of `size` bytes. Overlapping and adjacent
 * ranges are merged. Several remaining ranges are returned in ascending order. Returns `whole` if they would not be
 * smaller than the whole representation, or if the header is malformed.
 */
export function resolveRange(
  header: string,
  size: number,
): ByteRange | readonly ByteRange[] | 'whole' | 'unsatisfiable' {
  const list = /^\s*bytes\s*=(.*)$/i.exec(header)?.[1];
  const texts = (list ?? '').split(',', MAX_RANGES + 1).filter((text) => text.trim() !== '');
  if (texts.length === 0 || texts.length > MAX_RANGES) return 'whole';
  const ranges: [first: number, last: number][] = [];
  for (const text of texts) {
    const range = rangeOf(text, size);
    if (range === undefined) return 'whole';
    if (range[0] <= range[1]) ranges.push(range);
  }
  const [first, ...others] = ranges.toSorted(([one], [other]) => one - other);
  if (first === undefined) return 'unsatisfiable';
  const merged = [first];
  for (const next of others) {
    const last = merged.at(-1)!;
    if (next[0] > last[1] + 1) merged.push(next);
    else last[1] = Math.max(last[1], next[1]);
  }
  const parts = merged.map(([start, last]) => ({ start, length: last + 1 - start }));
  if (parts.length === 1) return parts[0]!;
  const length = parts.reduce((total, part) => total + PART_OVERHEAD + part.length, 0);
  return length < size ? parts : 'whole';
}

/**
 * Returns the positions of the first and last byte. If the range contains no bytes, the first position is greater than
 * the last. Returns undefined if the range is malformed.
 */
function rangeOf(text: string, size: number): [first: number, last: number] | undefined {
  // The text is trimmed first, because an expression that can split a run of spaces in several ways takes quadratic
  // time.
  const match = /^(\d*)\s*-\s*(\d*)$/.exec(text.trim());
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  // A suffix of 0 bytes starts after the end.
  if (from === '') return [Math.max(size - Number(to), 0), size - 1];
  if (to !== '' && Number(to) < Number(from)) return undefined;
  return [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
}
