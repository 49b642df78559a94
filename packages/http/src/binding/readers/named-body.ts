import { mapMaybe } from '../../internal/thenable.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isJson, type ParsedMediaType } from '../../protocol/content-type.ts';
import type { BodyHandlerLike } from '../../contract/roles.ts';
import { isMultipart, MULTIPART } from '../../protocol/is-multipart.ts';
import { readUploads } from '../uploads/read-uploads.ts';
import { ABSENT } from '../../types/converter.ts';
import { Failure } from '../../types/failure.ts';
import { parseJsonBody, mediaTypeOf } from './body-reader.ts';
import { assertIdentity } from './content-encoding.ts';
import {
  namedBodyFromForm,
  namedBodyFromJson,
  namedBodyFromText,
  NO_BODY,
  type NamedBody,
} from '../../exchange/named-body.ts';
import { requireEmptyBody } from './untyped-body.ts';
import { decodeText } from '../../types/decode-text.ts';

const FORM = 'application/x-www-form-urlencoded';
const FORMS: readonly string[] = [FORM, MULTIPART];
/** Media types of bodies that supply named and positional arguments. */
const NAMED_MEDIA: readonly string[] = ['application/json', ...FORMS, 'text/plain'];
/** Methods for which a request body has no meaning. */
const BODILESS_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether a request body has no meaning for the method. */
export function isBodilessMethod(method: string): boolean {
  return BODILESS_METHODS.has(method);
}

/** Creates the body reader for routes that bind names or positions (`hasNames`), or that only reject unknown names. */
export function namesReader(handler: BodyHandlerLike, hasNames: boolean): (exchange: Exchange) => unknown {
  return (exchange) => {
    if (!exchange.transport.hasBody || BODILESS_METHODS.has(exchange.method)) return NO_BODY;
    const media = mediaTypeOf(exchange);
    if (media === undefined) return hasNames ? requireEmptyBody(exchange, NO_BODY, NAMED_MEDIA) : NO_BODY;
    assertIdentity(exchange);
    if (isJson(media.essence)) {
      return mapMaybe(exchange.body.readAll(), (bytes) => {
        const value = parseJsonBody(bytes, media?.charset, exchange.toolkit.json);
        if (value instanceof Failure) return value;
        return value === ABSENT ? NO_BODY : namedBodyFromJson(value);
      });
    }
    const form = readForm(exchange, media, handler);
    if (form !== undefined) return form;
    if (media.essence === 'text/plain') return readString(exchange, media, namedBodyFromText);
    return requireEmptyBody(exchange, NO_BODY, NAMED_MEDIA);
  };
}

/** Creates the body reader for routes that bind form fields. */
export function formReader(handler: BodyHandlerLike): (exchange: Exchange) => unknown {
  return (exchange) => {
    if (!exchange.transport.hasBody) return NO_BODY;
    const media = mediaTypeOf(exchange);
    assertIdentity(exchange);
    const form = media && readForm(exchange, media, handler);
    return form ?? requireEmptyBody(exchange, NO_BODY, FORMS);
  };
}

/** Creates the body reader for routes whose handlers get uploaded files from the context. */
export function uploadsReader(handler: BodyHandlerLike): (exchange: Exchange) => unknown {
  return (exchange) => {
    const isForm = exchange.transport.hasBody && isMultipart(exchange.transport);
    if (!isForm) return NO_BODY;
    assertIdentity(exchange);
    return readUploads(exchange, handler);
  };
}

/** Reads a form. Returns undefined if the media type is not a form type. */
function readForm(
  exchange: Exchange,
  media: ParsedMediaType,
  handler: BodyHandlerLike,
): NamedBody | Failure | Promise<NamedBody | Failure> | undefined {
  if (media.essence === MULTIPART) return readUploads(exchange, handler);
  return media.essence === FORM
    ? readString(exchange, media, (text) => namedBodyFromForm(text, exchange.limits))
    : undefined;
}

function readString(
  exchange: Exchange,
  { charset }: ParsedMediaType,
  then: (text: string) => NamedBody | Failure,
): NamedBody | Failure | Promise<NamedBody | Failure> {
  return mapMaybe(exchange.body.readAll(), (bytes) => {
    if (bytes.byteLength === 0) return NO_BODY;
    const text = decodeText(bytes, charset);
    return text instanceof Failure ? text : then(text);
  });
}
