import { RestResponse } from '../exchange/rest-response.ts';
import { isThenable } from '../internal/thenable.ts';
import { destroyStream, isIterator, isNodeStream } from '../protocol/chunks.ts';
import { EventStream } from './server-sent-events.ts';

/** Releases the resources, such as open files, of a result that is not sent or sent only in part. Does not wait. */
export function releaseUnsent(result: unknown): void {
  if (typeof result !== 'object' || result === null) return;
  if (result instanceof EventStream) result.chunks.stop();
  else if (result instanceof Response) cancelStream(result.body);
  else if (result instanceof ReadableStream) cancelStream(result);
  else if (result instanceof RestResponse) releaseBody(result.body);
  else if (isNodeStream(result)) destroyStream(result);
  else if (isIterator(result)) ignoreErrors(() => result.return?.());
  else if (isAsyncIterator(result)) ignoreErrors(() => result.return?.());
}

function releaseBody(body: unknown): void {
  if (isThenable(body)) body.then(releaseUnsent, () => {});
  else releaseUnsent(body);
}

/** Cancels a stream. If the stream is locked, its reader releases it instead. */
function cancelStream(stream: ReadableStream | null): void {
  if (stream !== null && !stream.locked) ignoreErrors(() => stream.cancel());
}

/** Whether a value is an async iterator, such as an async generator. */
function isAsyncIterator(value: object): value is AsyncIterableIterator<unknown> {
  return Symbol.asyncIterator in value && 'next' in value && typeof value.next === 'function';
}

/** Calls `free` and ignores its errors, because the response has already been decided. */
function ignoreErrors(free: () => unknown): void {
  try {
    const freed = free();
    if (isThenable(freed)) freed.then(undefined, () => {});
  } catch {
    // The response has already been decided.
  }
}
