import { NAME, skipClass, VALUE } from './common-bytes.ts';
import { HEAD_FLAGS } from './head-flags.ts';
import { HeaderFields } from './header-fields.ts';

/** Maximum number of headers. */
const MAX_COUNT = 64;
const LENGTH = /^\d{1,9}$/;
/** Properties of requests that are passed to llhttp. */
const UNCOMMON: number = HEAD_FLAGS.repeatsHost | HEAD_FLAGS.expect | HEAD_FLAGS.invalid | HEAD_FLAGS.unusual;
/** Headers up to this length are compared in JavaScript, because a call to native code takes longer. */
const MAX_COMPARED = 96;

const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;

/** Headers that can be parsed without llhttp, and the bytes from which they were read. */
export interface CommonFields {
  readonly fields: HeaderFields;
  readonly bodyLength: number;
  readonly bytes: Buffer;
  readonly start: number;
  /** Position after the empty line. */
  readonly end: number;
}

/** Whether the bytes at `at` are those of the earlier headers, and end before `limit`. */
export function isRepeated(earlier: CommonFields, bytes: Buffer, at: number, limit: number): boolean {
  const { bytes: earlierBytes, start, end } = earlier;
  const length = end - start;
  if (at + length > limit) return false;
  if (length > MAX_COMPARED) return bytes.compare(earlierBytes, start, end, at, at + length) === 0;
  for (let index = 0; index < length; index += 1) {
    if (bytes[at + index] !== earlierBytes[start + index]) return false;
  }
  return true;
}

/**
 * Reads the headers at `start`. Returns undefined if they do not end before `limit`, if they contain more than simple
 * lines, or if more than Content-Length and `Connection: keep-alive` determines how the request ends.
 */
export function readCommonFields(bytes: Buffer, start: number, limit: number): CommonFields | undefined {
  const spans: number[] = [];
  let at = start;
  for (;;) {
    const nameEnd = skipClass(bytes, at, limit, NAME);
    if (nameEnd === at) break;
    const valueStart = bytes[nameEnd + 1] === SPACE ? nameEnd + 2 : nameEnd + 1;
    const valueEnd = skipClass(bytes, valueStart, limit, VALUE);
    if (valueEnd + 2 > limit || bytes[nameEnd] !== COLON || !isLineEnd(bytes, valueEnd)) return undefined;
    const isPadded = bytes[valueStart] === SPACE || bytes[valueEnd - 1] === SPACE;
    if (valueEnd <= valueStart || isPadded) return undefined;
    spans.push(at - start, nameEnd - start, valueStart - start, valueEnd - start);
    at = valueEnd + 2;
  }
  const isComplete = at > start && at + 2 <= limit && isLineEnd(bytes, at);
  if (!isComplete || spans.length > 4 * MAX_COUNT) return undefined;
  const fields = new HeaderFields(bytes.toString('latin1', start, at), spans);
  if ((fields.flags & UNCOMMON) !== 0) return undefined;
  const length = fields.get('content-length') ?? '0';
  if (!LENGTH.test(length)) return undefined;
  return { fields, bodyLength: Number(length), bytes, start, end: at + 2 };
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === CR && bytes[at + 1] === LF;
}
