import type { Exchange } from '../exchange/exchange.ts';
import type { Chunks } from '../exchange/chunks.ts';
import { pump } from './pump.ts';

/** Sends texts and bytes as they come. A source that fails at once is an error response, later a broken-off one. */
export async function writeChunks(
  exchange: Exchange,
  chunks: Chunks,
  contentType: string | undefined,
): Promise<void> {
  const { response } = exchange;
  if (contentType !== undefined && !response.headers.has('content-type')) {
    response.headers.set('content-type', contentType);
  }
  if (exchange.method === 'HEAD') {
    chunks.stop();
    response.end();
    return;
  }
  const first = await chunks.next();
  if (exchange.answered) {
    chunks.stop();
    return;
  }
  exchange.answered = true;
  response.start();
  const end = first.done ? 'done' : await pump(exchange, startingWith(first, chunks), chunkBytes);
  // What the client got of a stream that was cut must not look whole.
  if (end === 'done') response.end();
  else exchange.transport.abort();
}

function startingWith<T>(first: IteratorResult<T, unknown>, rest: Chunks<T>): Chunks<T> {
  let given = false;
  return {
    next() {
      if (given) return rest.next();
      given = true;
      return Promise.resolve(first);
    },
    stop: () => rest.stop(),
  };
}

function chunkBytes(chunk: unknown): string | Uint8Array {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return chunk;
  throw new TypeError(`a stream gives texts or bytes, not ${chunk === null ? 'null' : typeof chunk}`);
}
