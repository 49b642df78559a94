import type { Exchange } from '../exchange/exchange.ts';
import { isJson, parseMediaType } from '../media/content-type.ts';
import { chunksOf } from '../exchange/chunks.ts';
import { EventStream, writeEvents } from './events.ts';
import { writeResponse } from './response.ts';
import { RestResponse } from './rest-response.ts';
import { writeChunks } from './stream.ts';

/** Writes a handler's result, which is not undefined, as the response; a promise only when it takes time. */
export type Write = (exchange: Exchange, result: unknown) => void | Promise<void>;

/** The writer of a route: by what it produces, or, when it does not say, by what the result is. */
export function writerOf(produces: readonly string[] | undefined): Write {
  const contentType = produces?.[0] && withCharset(produces[0]);
  const whole = wholeWriter(contentType);
  const write: Write = (exchange, result) => {
    if (typeof result !== 'object' || result === null || isPlain(result)) return whole(exchange, result);
    if (result instanceof RestResponse) return writeRest(exchange, result, write);
    if (result instanceof EventStream) return writeEvents(exchange, result);
    if (result instanceof Response) return writeResponse(exchange, result);
    const chunks = chunksOf(result);
    if (chunks === undefined) return whole(exchange, result);
    return contentType?.startsWith('text/event-stream')
      ? writeEvents(exchange, new EventStream(chunks))
      : writeChunks(exchange, chunks, contentType ?? 'application/octet-stream');
  };
  return write;
}

/** Such an object is no stream or response; most results are one. */
function isPlain(result: object): boolean {
  if (Array.isArray(result)) return true;
  return Object.getPrototypeOf(result) === Object.prototype && !(Symbol.asyncIterator in result);
}

function wholeWriter(contentType: string | undefined): (exchange: Exchange, result: unknown) => void {
  if (contentType === undefined) return writeByValue;
  if (isJson(parseMediaType(contentType).essence))
    return (exchange, result) => json(exchange, result, contentType);
  return (exchange, result) => text(exchange, result, contentType);
}

function writeByValue(exchange: Exchange, result: unknown): void {
  if (typeof result === 'string') exchange.answer(statusOf(exchange), 'text/plain; charset=utf-8', result);
  else if (result instanceof Uint8Array)
    exchange.answer(statusOf(exchange), 'application/octet-stream', result);
  else json(exchange, result, 'application/json');
}

function json(exchange: Exchange, result: unknown, contentType: string): void {
  const body = exchange.toolkit.json.stringify(result);
  if (body === undefined) throw new TypeError(`a result of type ${typeof result} cannot be written as JSON`);
  exchange.answer(statusOf(exchange), contentType, body);
}

/** The result's own text; an object that has none is a mistake of the route. */
function text(exchange: Exchange, result: unknown, contentType: string): void {
  const body = result instanceof Uint8Array ? result : result === null ? '' : String(result);
  if (body === '[object Object]')
    throw new TypeError(`an object without a text cannot be written as ${contentType}`);
  exchange.answer(statusOf(exchange), contentType, body);
}

function writeRest(
  exchange: Exchange,
  { body, status, headers }: RestResponse,
  write: Write,
): void | Promise<void> {
  const { response } = exchange;
  response.status = status;
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') response.headers.set(name, value);
    else for (const each of value) response.headers.append(name, each);
  }
  return body === undefined ? exchange.answer(status, undefined, undefined) : write(exchange, body);
}

/** Text is sent as UTF-8, and says so. */
function withCharset(mediaType: string): string {
  const { essence, charset } = parseMediaType(mediaType);
  return essence.startsWith('text/') && charset === undefined ? `${mediaType}; charset=utf-8` : mediaType;
}

function statusOf(exchange: Exchange): number {
  return exchange.openedResponse?.status ?? 200;
}
