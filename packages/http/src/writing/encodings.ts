import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypeSelector, essenceOf, isJsonType, type SelectMediaType } from './offers.ts';
import { encoderOf } from '../protocol/charset.ts';
import { isByteSource, toJson, type StreamedResult } from './result-forms.ts';
import type { ChooseEncoding, Encoding } from './write-chunks.ts';

export const BYTES_TYPE = 'application/octet-stream';
export const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';
const LINES: ReadonlySet<string> = new Set([LINES_TYPE, 'application/ndjson', 'application/jsonl']);

const chooseBytes = mediaTypeSelector([BYTES_TYPE]);
const chooseJson = mediaTypeSelector([JSON_TYPE, LINES_TYPE]);

/**
 * How parts are sent: strings and bytes as they are, other values as an array of JSON, or as lines of it where the media
 * type says so. `contentType` is what is declared; without it the first part and Accept decide.
 */
export function encodingOf(
  exchange: Exchange,
  parts: StreamedResult,
  contentType: string | undefined,
): Encoding | ChooseEncoding {
  const encodeRaw = rawEncoder(contentType);
  if (isByteSource(parts) && contentType !== undefined) return { contentType, encode: encodeRaw };
  // The parts themselves would say it, but HEAD has none made; then it leaves the header out.
  if (exchange.method === 'HEAD') {
    return { contentType: contentType ?? (isByteFile(parts) ? BYTES_TYPE : undefined), encode: encodeBytes };
  }
  return ({ done, value }) => {
    const isRaw = done === true ? isByteFile(parts) : isBytes(value);
    const type = contentType ?? negotiateType(exchange, isRaw ? chooseBytes : chooseJson);
    if (isRaw) return { contentType: type, encode: encodeRaw };
    if (LINES.has(essenceOf(type))) return jsonLines(exchange, type);
    if (isJsonType(type)) return jsonArray(exchange, type, done === true);
    if (done === true) return { contentType: type, encode: encodeBytes };
    throw new TypeError(`a stream of values that are no strings or bytes cannot be written as ${type}`);
  };
}

/** Of which nothing at all is an empty file, and not an empty list. */
function isByteFile(parts: StreamedResult): boolean {
  return parts instanceof ReadableStream || isByteSource(parts);
}

function negotiateType(exchange: Exchange, choose: SelectMediaType): string {
  const set = exchange.openedResponse?.headers.get('content-type');
  if (set !== undefined) return set;
  if (choose === chooseJson) exchange.response.headers.vary('accept');
  return choose(exchange);
}

/** One value in each line. */
function jsonLines({ toolkit }: Exchange, contentType: string): Encoding {
  return { contentType, encode: (part) => `${toJson(toolkit.json, part)}\n` };
}

function jsonArray({ toolkit }: Exchange, contentType: string, isEmpty: boolean): Encoding {
  let before = '[';
  const encode = (part: unknown): string => {
    // As in an array that is written at once.
    const text = before + toJson(toolkit.json, part === undefined ? null : part);
    before = ',';
    return text;
  };
  return { contentType, encode, end: isEmpty ? '[]' : ']' };
}

/** Strings in the charset of the media type; bytes are in it already. */
function rawEncoder(contentType: string | undefined): Encoding['encode'] {
  const encode = contentType === undefined ? undefined : encoderOf(contentType);
  if (encode === undefined) return encodeBytes;
  return (part) => (typeof part === 'string' ? encode(part) : encodeBytes(part));
}

export function encodeBytes(part: unknown): string | Uint8Array {
  if (isBytes(part)) return part;
  throw new TypeError(`a stream gives texts or bytes, not ${part === null ? 'null' : typeof part}`);
}

function isBytes(part: unknown): part is string | Uint8Array {
  return typeof part === 'string' || part instanceof Uint8Array;
}
