import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isJson, type ParsedMediaType } from '../media/content-type.ts';
import type { BodyHandlerLike } from '../uploads/body-handler.ts';
import { isMultipart, MULTIPART } from '../uploads/is-multipart.ts';
import { readUploads } from '../uploads/read-uploads.ts';
import { ABSENT } from '../values/converter.ts';
import { Failure } from '../values/failure.ts';
import { jsonOf, mediaTypeOf, type BodyReader } from './body-reader.ts';
import { fromForm, fromJson, fromText, NO_BODY, type NamedBody } from './names.ts';
import { decodeText } from './text.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Methods whose requests mean nothing by a body. */
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** For routes whose arguments are names and places. */
export function namesReader(handler: BodyHandlerLike): BodyReader {
  return (exchange) => {
    if (!exchange.transport.hasBody || BODILESS.has(exchange.method)) return NO_BODY;
    const media = mediaTypeOf(exchange);
    if (media === undefined || isJson(media.essence)) {
      return exchange.body.whole().then((bytes) => {
        const value = jsonOf(bytes, media, exchange);
        if (value instanceof Failure) return value;
        return value === ABSENT ? NO_BODY : fromJson(value);
      });
    }
    const form = readForm(exchange, media, handler);
    if (form !== undefined) return form;
    if (media.essence === 'text/plain') return readText(exchange, media, fromText);
    throw unsupported(['application/json', FORM, MULTIPART, 'text/plain']);
  };
}

/** For routes with fields of a form. */
export function formReader(handler: BodyHandlerLike): BodyReader {
  return (exchange) => {
    if (!exchange.transport.hasBody) return NO_BODY;
    const media = mediaTypeOf(exchange);
    const form = media && readForm(exchange, media, handler);
    if (form === undefined) throw unsupported([FORM, MULTIPART]);
    return form;
  };
}

/** For routes whose handler finds the files in its context. */
export function uploadsReader(handler: BodyHandlerLike): BodyReader {
  return (exchange) => {
    const isForm = exchange.transport.hasBody && isMultipart(exchange.transport);
    return isForm ? readUploads(exchange, handler) : NO_BODY;
  };
}

/** Undefined for what is no form. */
function readForm(
  exchange: Exchange,
  media: ParsedMediaType,
  handler: BodyHandlerLike,
): PromiseLike<NamedBody | Failure> | undefined {
  if (media.essence === MULTIPART) return readUploads(exchange, handler);
  return media.essence === FORM
    ? readText(exchange, media, (text) => fromForm(text, exchange.limits))
    : undefined;
}

function readText(
  exchange: Exchange,
  { charset }: ParsedMediaType,
  then: (text: string) => NamedBody | Failure,
): PromiseLike<NamedBody | Failure> {
  return exchange.body.whole().then((bytes) => {
    const text = decodeText(bytes, charset);
    return text instanceof Failure ? text : then(text);
  });
}

function unsupported(taken: readonly string[]): HttpError {
  return new HttpError('unsupported-media-type', `this takes ${taken.join(', ')}`);
}
