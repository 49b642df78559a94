import type { Exchange } from '../exchange/exchange.ts';
import { chunksOf } from '../protocol/chunks.ts';
import { encodeBytes } from './encodings.ts';
import { writeChunks, type Encoding } from './write-chunks.ts';

/**
 * Sends a web `Response`. Its headers replace headers that are already set on the exchange's response, except that its
 * cookies are added. If `fetch` has returned it, the headers that describe its connection and encoding are omitted.
 */
export function writeResponse(exchange: Exchange, result: Response): void | Promise<void> {
  const { response } = exchange;
  response.status = result.status;
  const isFetched = result.type !== 'default';
  for (const [name, value] of result.headers) {
    if (name !== 'set-cookie' && !(isFetched && CONNECTION_HEADERS.has(name)))
      response.headers.set(name, value);
  }
  for (const cookie of result.headers.getSetCookie()) response.headers.append('set-cookie', cookie);
  return result.body === null
    ? exchange.answer(result.status, undefined, undefined)
    : writeChunks(exchange, chunksOf(result.body)!, UNCHANGED);
}

const UNCHANGED: Encoding = { contentType: undefined, encode: encodeBytes };

/** Headers of a fetched response that describe its connection, or an encoding that `fetch` has already decoded. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);
