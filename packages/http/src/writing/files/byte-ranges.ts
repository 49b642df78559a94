import type { ByteRange } from '../../protocol/range.ts';
import type { Piece } from './file-part.ts';

/** A `multipart/byteranges` body (RFC 9110, section 14.6). */
export interface ByteRanges {
  readonly contentType: string;
  readonly length: number;
  readonly pieces: readonly Piece[];
}

/** Describes several ranges of a file of `size` bytes as one body. */
export function multipartRanges(ranges: readonly ByteRange[], size: number, partType: string): ByteRanges {
  // The global loads node:crypto when it is used, and not when an application starts.
  const boundary = crypto.randomUUID();
  const pieces = ranges.flatMap((range, index): Piece[] => {
    const head = [
      `${index === 0 ? '' : '\r\n'}--${boundary}`,
      `content-type: ${partType}`,
      `content-range: ${contentRange(range, size)}`,
      '\r\n',
    ];
    return [Buffer.from(head.join('\r\n'), 'latin1'), range];
  });
  pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'));
  const length = pieces.reduce((total, piece) => total + piece.length, 0);
  return { contentType: `multipart/byteranges; boundary=${boundary}`, length, pieces };
}

/** Returns the value of Content-Range for a part of a file. */
export function contentRange({ start, length }: ByteRange, size: number): string {
  return `bytes ${start}-${start + length - 1}/${size}`;
}
