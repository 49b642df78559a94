import type { Exchange } from '../../exchange/exchange.ts';
import { isJson, type ParsedMediaType } from '../../protocol/content-type.ts';
import type { BodyHandlerLike } from '../../contract/roles.ts';
import { isMultipart, MULTIPART } from '../../protocol/is-multipart.ts';
import { readUploads } from '../uploads/read-uploads.ts';
import { ABSENT } from '../../types/converter.ts';
import { Failure } from '../../types/failure.ts';
import { jsonOf, mediaTypeOf, type BodyReader } from './body-reader.ts';
import { assertIdentity } from './content-encoding.ts';
import { fromForm, fromJson, fromText, NO_BODY, type NamedBody } from '../../exchange/names.ts';
import { refuseUnlessEmpty } from './typeless.ts';
import { decodeText } from '../../types/decode-text.ts';

const FORM = 'application/x-www-form-urlencoded';
const FORMS: readonly string[] = [FORM, MULTIPART];
/** Media types that are read into names and places. */
const NAMED: readonly string[] = ['application/json', ...FORMS, 'text/plain'];
/** Methods whose requests mean nothing by a body. */
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether requests of the method mean nothing by a body. */
export function isBodiless(method: string): boolean {
  return BODILESS.has(method);
}

/** For routes whose arguments are names and places, or that are closed to others: `hasNames` says which. */
export function namesReader(handler: BodyHandlerLike, hasNames: boolean): BodyReader {
  return (exchange) => {
    if (!exchange.transport.hasBody || BODILESS.has(exchange.method)) return NO_BODY;
    const media = mediaTypeOf(exchange);
    if (media === undefined) return hasNames ? refuseUnlessEmpty(exchange, NO_BODY, NAMED) : NO_BODY;
    assertIdentity(exchange);
    if (isJson(media.essence)) {
      return exchange.body.whole().then((bytes) => {
        const value = jsonOf(bytes, media, exchange);
        if (value instanceof Failure) return value;
        return value === ABSENT ? NO_BODY : fromJson(value);
      });
    }
    const form = readForm(exchange, media, handler);
    if (form !== undefined) return form;
    if (media.essence === 'text/plain') return readText(exchange, media, fromText);
    return refuseUnlessEmpty(exchange, NO_BODY, NAMED);
  };
}

/** For routes with fields of a form. */
export function formReader(handler: BodyHandlerLike): BodyReader {
  return (exchange) => {
    if (!exchange.transport.hasBody) return NO_BODY;
    const media = mediaTypeOf(exchange);
    assertIdentity(exchange);
    const form = media && readForm(exchange, media, handler);
    return form ?? refuseUnlessEmpty(exchange, NO_BODY, FORMS);
  };
}

/** For routes whose handler finds the files in its context. */
export function uploadsReader(handler: BodyHandlerLike): BodyReader {
  return (exchange) => {
    const isForm = exchange.transport.hasBody && isMultipart(exchange.transport);
    if (!isForm) return NO_BODY;
    assertIdentity(exchange);
    return readUploads(exchange, handler);
  };
}

/** Undefined for what is no form. */
function readForm(
  exchange: Exchange,
  media: ParsedMediaType,
  handler: BodyHandlerLike,
): Promise<NamedBody | Failure> | undefined {
  if (media.essence === MULTIPART) return readUploads(exchange, handler);
  return media.essence === FORM
    ? readText(exchange, media, (text) => fromForm(text, exchange.limits))
    : undefined;
}

function readText(
  exchange: Exchange,
  { charset }: ParsedMediaType,
  then: (text: string) => NamedBody | Failure,
): Promise<NamedBody | Failure> {
  return exchange.body.whole().then((bytes) => {
    if (bytes.byteLength === 0) return NO_BODY;
    const text = decodeText(bytes, charset);
    return text instanceof Failure ? text : then(text);
  });
}
