import { plainBytes } from '../../exchange/collect-bytes.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isJson, isOneOf, parseMediaType, type ParsedMediaType } from '../../protocol/content-type.ts';
import { instanceOf, type Component } from '../../contract/component.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { ABSENT, type Converter } from '../../types/converter.ts';
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
 * Reads the request body for a route. Returns a value, `ABSENT`, a {@link Failure}, or a promise of one of them. Throws
 * 408, 413 or 415.
 */
export type BodyReader = (exchange: Exchange) => unknown;

/** `media` is undefined for a body without Content-Type. */
type ReadBody = (exchange: Exchange, media: ParsedMediaType | undefined) => unknown;

/** Creates the body reader for a `body` binding. */
export function bodyReader(plan: WholeBodyPlan, converter: Converter): BodyReader {
  const { type, default: text } = plan.binding;
  const required = presentOf(type);
  const read = selectReader(required, converter, plan);
  // If there is no body, a string or byte array is empty, and a value of any other type is absent.
  const takesNothing =
    RAW_TYPES.has(required) && !converter.optional && text === undefined && plan.readers.length === 0;
  const isRaw = required === Uint8Array || required === ReadableStream;
  return (exchange) => {
    if (!exchange.transport.hasBody && !takesNothing) return ABSENT;
    if (!isRaw) assertIdentity(exchange);
    return read(exchange, mediaTypeOf(exchange));
  };
}

/** Selects the first reader that applies to the body, or else the type's conversion. */
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
  return (exchange, media) => {
    const essence = media?.essence ?? UNTYPED_MEDIA;
    const found = tries.find(({ mediaTypes }) => mediaTypes === undefined || isOneOf(essence, mediaTypes));
    return (found?.read ?? otherwise)(exchange, media);
  };
}

function readWith(component: Component<ValueReader>, type: Type): ReadBody {
  return (exchange, media) => {
    const reader = instanceOf(component, exchange);
    if (reader.input === 'stream') return readValue(reader, exchange.body.stream(), type, exchange);
    return exchange.body.readAll().then((bytes) => {
      if (reader.input === 'bytes') return readValue(reader, plainBytes(bytes), type, exchange);
      const text = decodeText(bytes, media?.charset);
      return text instanceof Failure ? text : readValue(reader, text, type, exchange);
    });
  };
}

/** `taken`: the media types of registered readers, listed in the error message. */
function builtInReader(type: Type, converter: Converter, taken: readonly string[]): ReadBody {
  if (type === ReadableStream) return (exchange) => exchange.body.stream();
  if (type === Uint8Array) return (exchange) => exchange.body.bytes();
  if (type === String)
    return (exchange, media) => exchange.body.readAll().then((bytes) => decodeText(bytes, media?.charset));
  const { text, json } = converter;
  const types = ['application/json', ...taken];
  return (exchange, media) => {
    if (media !== undefined && isJson(media.essence)) {
      return exchange.body.readAll().then((bytes) => {
        const value = parseJsonBody(bytes, media, exchange);
        return value instanceof Failure || value === ABSENT ? value : json(value);
      });
    }
    if (media !== undefined && text !== undefined && media.essence.startsWith('text/')) {
      return exchange.body.readAll().then((bytes) => {
        if (bytes.byteLength === 0) return ABSENT;
        const value = decodeText(bytes, media.charset);
        return value instanceof Failure ? value : text(value, exchange);
      });
    }
    return requireEmptyBody(exchange, ABSENT, types);
  };
}

export function mediaTypeOf(exchange: Exchange): ParsedMediaType | undefined {
  const header = exchange.transport.header('content-type');
  return header === undefined || header === '' ? undefined : parseMediaType(header);
}

/** Parses a JSON body. Returns `ABSENT` if it is empty or consists of whitespace. */
export function parseJsonBody(
  bytes: Uint8Array,
  media: ParsedMediaType | undefined,
  exchange: Exchange,
): unknown {
  if (bytes.byteLength === 0) return ABSENT;
  const text = decodeText(bytes, media?.charset);
  if (text instanceof Failure) return text;
  return isBlank(text) ? ABSENT : parseJson(text, exchange.toolkit.json);
}

/** Checks the first character before trimming, because most JSON has no leading whitespace. */
function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= 0x20 && text.trim() === '');
}
