import type { Exchange } from '../exchange/exchange.ts';
import { chunksOf } from '../exchange/chunks.ts';
import { writeChunks } from './stream.ts';

/** Sends a web `Response`; headers set on the exchange's response stay unless it has them too. */
export function writeResponse(exchange: Exchange, result: Response): void | Promise<void> {
  const { response } = exchange;
  response.status = result.status;
  for (const [name, value] of result.headers) {
    if (name !== 'set-cookie') response.headers.set(name, value);
  }
  for (const cookie of result.headers.getSetCookie()) response.headers.append('set-cookie', cookie);
  return result.body === null
    ? exchange.answer(result.status, undefined, undefined)
    : writeChunks(exchange, chunksOf(result.body)!, undefined);
}
