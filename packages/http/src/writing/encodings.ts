import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypeSelector, essenceOf, isJsonType, type SelectMediaType } from './offers.ts';
import { encoderOf } from '../protocol/charset.ts';
import { isByteSource, toJson, type StreamedResult } from './result-forms.ts';
import type { ChooseEncoding, Encoding } from './write-chunks.ts';

export const BYTES_TYPE = 'application/octet-stream';
export const JSON_TYPE = 'application/json';
/** The Content-Type of a string. */
export const TEXT_TYPE = 'text/plain; charset=utf-8';
const LINES_TYPE = 'application/x-ndjson';
const LINES: ReadonlySet<string> = new Set([LINES_TYPE, 'application/ndjson', 'application/jsonl']);

const chooseBytes = mediaTypeSelector([BYTES_TYPE]);
const chooseJson = mediaTypeSelector([JSON_TYPE, LINES_TYPE]);

/**
 * Chooses the encoding of parts. Strings and bytes are sent unchanged. Other values are sent as a JSON array, or as
 * JSON lines if the media type requires this. `contentType` is the declared type. If there is none, the type depends on
 * the first part and Accept.
 */
export function encodingOf(
  exchange: Exchange,
  parts: StreamedResult,
  contentType: string | undefined,
): Encoding | ChooseEncoding {
  const encodeRaw = rawEncoder(contentType);
  if (isByteSource(parts) && contentType !== undefined) return { contentType, encode: encodeRaw };
  // Content-Type may be omitted, because its value depends on the parts, which are not produced for HEAD.
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
    throw new TypeError(`a stream of values other than strings and bytes cannot be written as ${type}`);
  };
}

/** Whether an empty source is sent as an empty file instead of an empty array. */
function isByteFile(parts: StreamedResult): boolean {
  return parts instanceof ReadableStream || isByteSource(parts);
}

function negotiateType(exchange: Exchange, choose: SelectMediaType): string {
  const set = exchange.openedResponse?.headers.get('content-type');
  if (set !== undefined) return set;
  if (choose === chooseJson) exchange.response.headers.vary('accept');
  return choose(exchange);
}

/** Creates an encoding with one JSON value per line. */
function jsonLines({ toolkit }: Exchange, contentType: string): Encoding {
  return { contentType, encode: (part) => `${toJson(toolkit.json, part)}\n` };
}

function jsonArray({ toolkit }: Exchange, contentType: string, isEmpty: boolean): Encoding {
  let before = '[';
  const encode = (part: unknown): string => {
    // `undefined` is written as `null`, which is what JSON.stringify does in arrays.
    const text = before + toJson(toolkit.json, part === undefined ? null : part);
    before = ',';
    return text;
  };
  return { contentType, encode, end: isEmpty ? '[]' : ']' };
}

/** Returns a function that encodes strings in the charset of the media type and leaves bytes unchanged. */
function rawEncoder(contentType: string | undefined): Encoding['encode'] {
  const encode = contentType === undefined ? undefined : encoderOf(contentType);
  if (encode === undefined) return encodeBytes;
  return (part) => (typeof part === 'string' ? encode(part) : encodeBytes(part));
}

export function encodeBytes(part: unknown): string | Uint8Array {
  if (isBytes(part)) return part;
  throw new TypeError(`a stream must produce strings or bytes, not ${part === null ? 'null' : typeof part}`);
}

function isBytes(part: unknown): part is string | Uint8Array {
  return typeof part === 'string' || part instanceof Uint8Array;
}
