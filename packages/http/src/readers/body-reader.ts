import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Converter } from '../values/converter.ts';
import { Failure } from '../values/failure.ts';
import { parseJson } from './json.ts';
import { isJson, isOneOf, parseMediaType, type ParsedMediaType } from '../media/content-type.ts';
import { fromForm, fromJson, fromText, NO_BODY } from './names.ts';
import { decodeText } from './text.ts';

/** Reads a request's body for a route: a value, a {@link Failure}, or a promise of one. Throws 408, 413 and 415. */
export type BodyReader = (exchange: Exchange) => unknown;

/** For a `body` binding. */
export function bodyReader(
  type: unknown,
  converter: Converter,
  consumes: readonly string[] | undefined,
): BodyReader {
  const read = readerOf(type, converter);
  return (exchange) => {
    const media = mediaTypeOf(exchange);
    // A route that says what it takes is given nothing else, not even a body that does not say what it is.
    if (
      consumes !== undefined &&
      exchange.transport.hasBody &&
      !(media && isOneOf(media.essence, consumes))
    ) {
      throw new HttpError('unsupported-media-type', `this takes ${consumes.join(', ')}`);
    }
    return read(exchange, media);
  };
}

type Read = (exchange: Exchange, media: ParsedMediaType | undefined) => unknown;

function readerOf(type: unknown, converter: Converter): Read {
  const of = type as { readonly kind?: unknown; readonly of?: unknown };
  if (of.kind === 'optional' && converter.optional) {
    const inner = readerOf(of.of, converter);
    return (exchange, media) => (exchange.transport.hasBody ? inner(exchange, media) : undefined);
  }
  if (type === ReadableStream) return (exchange) => exchange.body.stream();
  if (type === Uint8Array) return (exchange) => exchange.body.bytes();
  if (type === String) return (exchange, media) => readText(exchange, media?.charset);
  return (exchange, media) => {
    if (!exchange.transport.hasBody) return undefined;
    // A body that does not say what it is, is taken for JSON.
    if (media === undefined || isJson(media.essence)) {
      return readJson(exchange, media).then((value) =>
        value instanceof Failure || value === undefined ? value : converter.json(value),
      );
    }
    if (converter.text !== undefined && media.essence.startsWith('text/')) {
      const { text } = converter;
      return readText(exchange, media.charset).then((value) =>
        value instanceof Failure ? value : text(value),
      );
    }
    throw new HttpError('unsupported-media-type', 'this takes application/json');
  };
}

/** For routes whose arguments are names and places. */
export const readNames: BodyReader = (exchange) => {
  if (!exchange.transport.hasBody || BODILESS.has(exchange.method)) return NO_BODY;
  const media = mediaTypeOf(exchange);
  if (media === undefined || isJson(media.essence)) {
    return readJson(exchange, media).then((value) => {
      if (value instanceof Failure) return value;
      return value === undefined ? NO_BODY : fromJson(value);
    });
  }
  const read = media.essence === FORM ? fromForm : media.essence === 'text/plain' ? fromText : undefined;
  if (read === undefined) {
    throw new HttpError('unsupported-media-type', `this takes application/json, ${FORM} or text/plain`);
  }
  return readText(exchange, media.charset).then((value) => (value instanceof Failure ? value : read(value)));
};

const FORM = 'application/x-www-form-urlencoded';
/** Methods whose requests mean nothing by a body. */
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function mediaTypeOf(exchange: Exchange): ParsedMediaType | undefined {
  const header = exchange.transport.header('content-type');
  return header === undefined || header === '' ? undefined : parseMediaType(header);
}

async function readText(exchange: Exchange, charset: string | undefined): Promise<string | Failure> {
  return decodeText(await exchange.body.bytes(), charset);
}

/** Undefined for a body without a character in it. */
async function readJson(exchange: Exchange, media: ParsedMediaType | undefined): Promise<unknown> {
  const text = await readText(exchange, media?.charset);
  if (text instanceof Failure) return text;
  // A byte-order mark is no part of JSON, but some editors write it.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return json.trim() === '' ? undefined : parseJson(json, exchange.toolkit.json);
}
