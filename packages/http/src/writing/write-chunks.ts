import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Chunks } from '../protocol/chunks.ts';
import { pump } from './pump.ts';

/** Encodes the parts of a stream as the bytes of a body. */
export interface Encoding {
  readonly contentType: string | undefined;
  readonly encode: (part: unknown) => string | Uint8Array;
  /** String to send after the last part, such as the closing bracket of an array. */
  readonly end?: string;
}

/** Chooses the encoding based on the first part. Throws an error if that part cannot be sent. Not called for HEAD. */
export type ChooseEncoding = (first: IteratorResult<unknown, unknown>) => Encoding;

/**
 * Sends parts as they arrive. If the source fails before the first part, the client receives an error response. If the
 * source fails later, the response is aborted.
 */
export async function writeChunks(
  exchange: Exchange,
  chunks: Chunks,
  encoding: Encoding | ChooseEncoding,
): Promise<void> {
  const { response } = exchange;
  if (exchange.method === 'HEAD' && typeof encoding !== 'function') {
    setContentType(exchange, encoding);
    chunks.stop();
    endHead(exchange);
    return;
  }
  const first = await readFirst(exchange, chunks);
  if (first === undefined || exchange.answered) {
    chunks.stop();
    const { reason } = exchange.signal;
    // If a time limit has expired, the code that enforces it sends the response.
    if (exchange.answered || reason instanceof HttpError) return;
    throw new HttpError('unavailable', { cause: reason });
  }
  const { chosen, opening } = encodeFirst(encoding, first, chunks);
  setContentType(exchange, chosen);
  exchange.move('answer');
  response.start();
  if (response.status === 304) {
    // A filter has found that the client has a copy. The source is stopped: its chunks would be discarded, so nothing
    // would slow it down.
    chunks.stop();
    response.end();
    return;
  }
  let before = opening;
  const encode = (part: unknown): string | Uint8Array => {
    const bytes = before ?? chosen.encode(part);
    before = undefined;
    return bytes;
  };
  const outcome = first.done ? 'done' : await pump(exchange, prepend(first, chunks), encode);
  // A cancelled stream must not look complete to the client.
  if (outcome === 'done') response.end(chosen.end);
  else exchange.abort();
}

/** Responds to HEAD for a streamed body. Without start(), the response would contain `Content-Length: 0`. */
export function endHead({ response }: Exchange): void {
  if (!response.headers.has('content-length')) response.start();
  response.end();
}

function setContentType({ response }: Exchange, { contentType }: Encoding): void {
  if (contentType !== undefined && !response.headers.has('content-type')) {
    response.headers.set('content-type', contentType);
  }
}

/** Encodes the first part before the headers are sent, so that a failure can still cause an error response. */
function encodeFirst(
  encoding: Encoding | ChooseEncoding,
  first: IteratorResult<unknown, unknown>,
  chunks: Chunks,
): { readonly chosen: Encoding; readonly opening: string | Uint8Array | undefined } {
  try {
    const chosen = typeof encoding === 'function' ? encoding(first) : encoding;
    return { chosen, opening: first.done ? undefined : chosen.encode(first.value) };
  } catch (error) {
    chunks.stop();
    throw error;
  }
}

/** Reads the first part. Returns undefined if the request is cancelled before it arrives. */
async function readFirst<T>(
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

function prepend<T>(first: IteratorResult<T, unknown>, rest: Chunks<T>): Chunks<T> {
  let isFirstRead = false;
  return {
    next() {
      if (isFirstRead) return rest.next();
      isFirstRead = true;
      return Promise.resolve(first);
    },
    stop: () => rest.stop(),
  };
}
