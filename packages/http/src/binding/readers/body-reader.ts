import { plainBytes } from '../../exchange/collect-bytes.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isJson, isOneOf, parseMediaType, type ParsedMediaType } from '../../protocol/content-type.ts';
import { instanceOf, type Component } from '../../contract/component.ts';
import type { JsonMapper } from '../../contract/json-mapper.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { ABSENT, type Converter } from '../../types/converter.ts';
import { mapMaybe } from '../../internal/thenable.ts';
import { Failure } from '../../types/failure.ts';
import type { Type } from '../../contract/type.ts';
import { assertIdentity } from './content-encoding.ts';
import { parseJson } from './json.ts';
import { presentOf } from '../../contract/required-type.ts';
import { readValue } from './read-value.ts';
import type { WholeBodyPlan } from '../binding-plan.ts';
import { RAW_TYPES } from './resolve-readers.ts';
import { requireEmptyBody, UNTYPED_MEDIA } from './untyped-body.ts';
import { decodeText } from '../../types/decode-text.ts';

/**
 * Reads the request body for a route, and returns the result of `use`, or a promise for it. `use` is called with a
 * value, `ABSENT` or a {@link Failure}; returning a promise for that value instead would be measurably slower. Throws
 * or rejects with 408, 413 or 415 if the body arrives too slowly, is too large or has an unsupported type.
 */
export type BodyReader = (exchange: Exchange, use: UseBody) => unknown;
export type UseBody = (exchange: Exchange, value: unknown) => unknown;

/** `media` is undefined for a body without Content-Type. */
type ReadBody = (exchange: Exchange, media: ParsedMediaType | undefined, use: UseBody) => unknown;

/** Creates the body reader for a `body` binding. */
export function bodyReader(plan: WholeBodyPlan, converter: Converter): BodyReader {
  const { type, default: text } = plan.binding;
  const required = presentOf(type);
  const read = selectReader(required, converter, plan);
  // If there is no body, a string, byte array or stream is empty, and a value of any other type is missing.
  const takesNothing =
    RAW_TYPES.has(required) && !converter.optional && text === undefined && plan.readers.length === 0;
  const isRaw = required === Uint8Array || required === ReadableStream;
  return (exchange, use) => {
    if (!exchange.transport.hasBody && !takesNothing) return use(exchange, ABSENT);
    if (!isRaw) assertIdentity(exchange);
    return read(exchange, mediaTypeOf(exchange), use);
  };
}

/**
 * Creates a function that reads a body with the first reader that applies to its media type or, if there is none, with
 * the type's conversion.
 */
function selectReader(
  type: Type,
  converter: Converter,
  { readers, mediaTypes: taken }: Pick<WholeBodyPlan, 'readers' | 'mediaTypes'>,
): ReadBody {
  const [first] = readers;
  if (first === undefined) return builtInReader(type, converter, taken);
  if (first.mediaTypes === undefined) return readWith(first.reader, type);
  const tries = readers.map(({ reader, mediaTypes }) => ({ mediaTypes, read: readWith(reader, type) }));
  const otherwise = builtInReader(type, converter, taken);
  return (exchange, media, use) => {
    const essence = media?.essence ?? UNTYPED_MEDIA;
    const found = tries.find(({ mediaTypes }) => mediaTypes === undefined || isOneOf(essence, mediaTypes));
    return (found?.read ?? otherwise)(exchange, media, use);
  };
}

function readWith(component: Component<ValueReader>, type: Type): ReadBody {
  return (exchange, media, use) => {
    const reader = instanceOf(component, exchange);
    const useResult = (body: unknown): unknown =>
      mapMaybe(readValue(reader, body, type, exchange), (value) => use(exchange, value));
    if (reader.input === 'stream') return useResult(exchange.body.stream());
    return mapMaybe(exchange.body.readAll(), (bytes) => {
      if (reader.input === 'bytes') return useResult(plainBytes(bytes));
      const text = decodeText(bytes, media?.charset);
      return text instanceof Failure ? use(exchange, text) : useResult(text);
    });
  };
}

/**
 * Creates a function that reads a body with the type's conversion. `taken` are the media types of registered readers,
 * listed in the error message.
 */
function builtInReader(type: Type, converter: Converter, taken: readonly string[]): ReadBody {
  if (type === ReadableStream) return (exchange, _media, use) => use(exchange, exchange.body.stream());
  if (type === Uint8Array) {
    return (exchange, _media, use) =>
      mapMaybe(exchange.body.readAll(), (bytes) => use(exchange, plainBytes(bytes)));
  }
  if (type === String) {
    return (exchange, media, use) =>
      mapMaybe(exchange.body.readAll(), (bytes) => use(exchange, decodeText(bytes, media?.charset)));
  }
  const { text, json } = converter;
  const types = ['application/json', ...taken];
  const readJson = (bytes: Uint8Array, media: ParsedMediaType, exchange: Exchange): unknown => {
    const value = parseJsonBody(bytes, media.charset, exchange.toolkit.json);
    return value instanceof Failure || value === ABSENT ? value : json(value);
  };
  const readOther: ReadBody = (exchange, media, use) => {
    if (media !== undefined && text !== undefined && media.essence.startsWith('text/')) {
      return mapMaybe(exchange.body.readAll(), (bytes) => {
        if (bytes.byteLength === 0) return use(exchange, ABSENT);
        const value = decodeText(bytes, media.charset);
        if (value instanceof Failure) return use(exchange, value);
        return mapMaybe(text(value, exchange), (converted) => use(exchange, converted));
      });
    }
    return mapMaybe(requireEmptyBody(exchange, ABSENT, types), (value) => use(exchange, value));
  };
  const readLater = (bytes: Promise<Uint8Array>, exchange: Exchange, media: ParsedMediaType, use: UseBody) =>
    bytes.then((settled) => use(exchange, readJson(settled, media, exchange)));
  return (exchange, media, use) => {
    if (media === undefined || !isJson(media.essence)) return readOther(exchange, media, use);
    const bytes = exchange.body.readAll();
    return bytes instanceof Promise
      ? readLater(bytes, exchange, media, use)
      : use(exchange, readJson(bytes, media, exchange));
  };
}

export function mediaTypeOf(exchange: Exchange): ParsedMediaType | undefined {
  const header = exchange.transport.header('content-type');
  return header === undefined || header === '' ? undefined : parseMediaType(header);
}

/** Parses a JSON body. Returns `ABSENT` if it is empty or consists of whitespace, and a failure if it is invalid. */
export function parseJsonBody(bytes: Uint8Array, charset: string | undefined, mapper: JsonMapper): unknown {
  if (bytes.byteLength === 0) return ABSENT;
  const text = decodeText(bytes, charset);
  if (text instanceof Failure) return text;
  return isBlank(text) ? ABSENT : parseJson(text, mapper);
}

/**
 * Whether a string is empty or whitespace. Checks the first character before trimming, because most JSON has no leading
 * whitespace.
 */
function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= 0x20 && text.trim() === '');
}
