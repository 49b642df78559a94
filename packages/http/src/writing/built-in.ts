import { chunksOf } from '../protocol/chunks.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isOneOf } from '../protocol/content-type.ts';
import { mediaTypeSelector, essenceOf, isJsonType, isRange, type SelectMediaType } from './offers.ts';
import { encoderOf } from '../protocol/charset.ts';
import { BYTES_TYPE, encodingOf, JSON_TYPE, TEXT_TYPE } from './encodings.ts';
import { EventStream, writeEvents } from './server-sent-events.ts';
import { isStreamed, toJsonOfRoute, resultText, type StreamedResult } from './result-forms.ts';
import { writeChunks } from './write-chunks.ts';
import type { Write } from '../exchange/exchange-plan.ts';

/** Returns the Content-Type of a result for which no media type is declared. */
export function defaultTypeOf(result: unknown): string {
  if (typeof result === 'string') return TEXT_TYPE;
  if (result instanceof Blob) return result.type === '' ? BYTES_TYPE : result.type;
  return isBytes(result) || isStreamed(result) ? BYTES_TYPE : JSON_TYPE;
}

/** Creates a function that writes any result with the given media type. */
export function writeAs(contentType: string): Write {
  if (isRange(contentType))
    return (exchange, result) => writeAs(typeInRange(contentType, result))(exchange, result);
  const encode = encoderOf(contentType);
  const isJson = isJsonType(contentType);
  const isEvents = essenceOf(contentType) === 'text/event-stream';
  return (exchange, result) => {
    if (isStreamed(result)) {
      return isEvents && !(result instanceof Blob)
        ? writeEvents(exchange, new EventStream(chunksOf(result)!))
        : writeParts(exchange, result, contentType);
    }
    const body = isJson ? jsonFor(exchange, result) : resultText(result, contentType);
    const sent = encode === undefined || typeof body !== 'string' ? body : encode(body);
    return exchange.answer(statusOf(exchange), contentType, sent);
  };
}

function jsonFor({ toolkit, route }: Exchange, result: unknown): string {
  return toJsonOfRoute(toolkit.json, route, result);
}

/**
 * Returns the Content-Type of a result if the route declares a range such as `text/*`, because a range cannot be sent.
 * Throws `TypeError` if the type of the result is not in the range.
 */
function typeInRange(range: string, result: unknown): string {
  const type = defaultTypeOf(result);
  if (isOneOf(essenceOf(type), [range])) return type;
  throw new TypeError(`the route declares ${range}, but its result has the type ${type}`);
}

/**
 * Creates a function that writes a result with the Content-Type of its class. If Accept excludes this type and no
 * Content-Type is set, the function throws an error with status 406.
 */
export function byValueWriter(): Write {
  const text = mediaTypeSelector([TEXT_TYPE]);
  const json = mediaTypeSelector([JSON_TYPE]);
  const bytes = mediaTypeSelector([BYTES_TYPE]);
  return (exchange, result) => {
    if (typeof result === 'string') {
      assertAcceptable(exchange, text);
      return exchange.answer(statusOf(exchange), TEXT_TYPE, result);
    }
    if (isStreamed(result)) {
      if (result instanceof Blob) assertAcceptable(exchange, mediaTypeSelector([defaultTypeOf(result)]));
      return writeParts(exchange, result, result instanceof Blob ? defaultTypeOf(result) : undefined);
    }
    if (!isBytes(result)) {
      assertAcceptable(exchange, json);
      return exchange.answer(statusOf(exchange), JSON_TYPE, jsonFor(exchange, result));
    }
    assertAcceptable(exchange, bytes);
    return exchange.answer(statusOf(exchange), BYTES_TYPE, resultText(result, BYTES_TYPE));
  };
}

/**
 * Throws an error with status 406 if Accept excludes the type, unless a Content-Type is set. Skips negotiation for
 * clients that accept every type.
 */
function assertAcceptable(exchange: Exchange, choose: SelectMediaType): void {
  const accept = exchange.transport.header('accept');
  if (accept === undefined || accept === '*/*') return;
  if (exchange.openedResponse?.headers.has('content-type') !== true) choose(exchange);
}

function writeParts(
  exchange: Exchange,
  parts: StreamedResult,
  contentType: string | undefined,
): void | Promise<void> {
  const encoding = encodingOf(exchange, parts, contentType);
  if (!(parts instanceof Blob)) return writeChunks(exchange, chunksOf(parts)!, encoding);
  exchange.response.headers.set('content-length', String(parts.size));
  return writeChunks(exchange, chunksOf(parts.stream())!, encoding);
}

function isBytes(result: unknown): result is Uint8Array | ArrayBuffer {
  return result instanceof Uint8Array || result instanceof ArrayBuffer;
}

function statusOf(exchange: Exchange): number {
  return exchange.openedResponse?.status ?? 200;
}
