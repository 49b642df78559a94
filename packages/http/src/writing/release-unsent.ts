import { RestResponse } from '../exchange/rest-response.ts';
import { isThenable } from '../internal/thenable.ts';
import { destroyStream, isIterator, isNodeStream } from '../protocol/chunks.ts';
import { EventStream } from './server-sent-events.ts';

/** Frees what a result holds that is not sent, or only in part: an open file, a connection. Waits for nothing. */
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

/** Who has locked a stream reads it, and frees it. */
function cancelStream(stream: ReadableStream | null): void {
  if (stream !== null && !stream.locked) ignoreErrors(() => stream.cancel());
}

/** What an async generator function gives. */
function isAsyncIterator(value: object): value is AsyncIterableIterator<unknown> {
  return Symbol.asyncIterator in value && 'next' in value && typeof value.next === 'function';
}

/** An error while freeing is of no use to any request. */
function ignoreErrors(free: () => unknown): void {
  try {
    const freed = free();
    if (isThenable(freed)) freed.then(undefined, () => {});
  } catch {
    // As above.
  }
}
