/** A range of bytes in a file. */
export interface ByteRange {
  readonly first: number;
  readonly length: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes (RFC 9110, section 14). Returns undefined if the whole
 * file must be sent: without a header, for several ranges and for an invalid header.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, length };
  }
  const first = Number(from);
  const last = Math.min(to === '' ? Infinity : Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, length: last - first + 1 };
}
