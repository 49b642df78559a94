import { HttpError } from '../errors/http-error.ts';
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
  const first = await firstOf(exchange, chunks);
  if (first === undefined || exchange.answered) {
    chunks.stop();
    const { reason } = exchange.signal;
    // Whose time is up is told so by the clock.
    if (exchange.answered || reason instanceof HttpError) return;
    throw new HttpError('unavailable', { cause: reason });
  }
  exchange.answered = true;
  response.start();
  const end = first.done ? 'done' : await pump(exchange, startingWith(first, chunks), chunkBytes);
  // What the client got of a stream that was cut must not look whole.
  if (end === 'done') response.end();
  else exchange.transport.abort();
}

/** Undefined when the request is cancelled before. */
async function firstOf<T>(
  { signal }: Exchange,
  chunks: Chunks<T>,
): Promise<IteratorResult<T, unknown> | undefined> {
  if (signal.aborted) return undefined;
  let onAbort = (): void => {};
  try {
    return await new Promise((resolve, reject) => {
      onAbort = () => resolve(undefined);
      signal.addEventListener('abort', onAbort);
      chunks.next().then(resolve, reject);
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
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
