/** A part of a representation: its first byte and its length. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Ranges that a header may name; one with more is not followed. */
const MAX_RANGES = 32;

/**
 * What a Range header (RFC 9110, section 14.2) asks for of so many bytes. Ranges that overlap or touch are one; several
 * that do not are answered with the whole, which the RFC leaves open: no client needs them, and a server that takes them
 * apart can be made to send more than there is. A header that cannot be read asks for the whole too.
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

/** The first and last byte; the first is behind the last when there are none. Undefined when it cannot be read. */
function rangeOf(text: string, size: number): [first: number, last: number] | undefined {
  // Trimmed first: runs of spaces that an expression may cut in several ways cost the square of their length.
  const match = /^(\d*)\s*-\s*(\d*)$/.exec(text.trim());
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  // The last 0 bytes begin behind the end.
  if (from === '') return [Math.max(size - Number(to), 0), size - 1];
  if (to !== '' && Number(to) < Number(from)) return undefined;
  return [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
}
