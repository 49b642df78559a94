/** A part of a representation, defined by its first byte and its length. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Maximum number of ranges in a header. A header with more ranges is ignored. */
const MAX_RANGES = 32;

/**
 * Resolves a Range header (RFC 9110, section 14.2) for a representation of `size` bytes. Overlapping or adjacent ranges
 * are merged. For separate ranges, the whole representation is sent, as the RFC permits, because clients rarely need
 * them and many ranges could be larger than the whole. A malformed header is ignored too.
 */
export function resolveRange(header: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
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
  const [start] = first;
  let [, last] = first;
  for (const [nextStart, nextLast] of others) {
    if (nextStart > last + 1) return 'whole';
    last = Math.max(last, nextLast);
  }
  return { start, length: last + 1 - start };
}

/**
 * Returns the first and last byte. If the range contains no bytes, the first is greater than the last. Returns
 * undefined for a malformed range.
 */
function rangeOf(text: string, size: number): [first: number, last: number] | undefined {
  // Trims first, because an expression that can split a run of spaces in several ways takes quadratic time.
  const match = /^(\d*)\s*-\s*(\d*)$/.exec(text.trim());
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  // A suffix of 0 bytes starts after the end.
  if (from === '') return [Math.max(size - Number(to), 0), size - 1];
  if (to !== '' && Number(to) < Number(from)) return undefined;
  return [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
}
