import { RestResponse } from '../exchange/rest-response.ts';
import { isThenable } from '../internal/thenable.ts';
import { destroyStream, isIterator, isNodeStream } from '../protocol/chunks.ts';
import { EventStream } from './events.ts';

/** Frees what a result holds that is not sent, or only in part: an open file, a connection. Waits for nothing. */
export function releaseUnsent(result: unknown): void {
  if (typeof result !== 'object' || result === null) return;
  if (result instanceof EventStream) result.chunks.stop();
  else if (result instanceof Response) cancel(result.body);
  else if (result instanceof ReadableStream) cancel(result);
  else if (result instanceof RestResponse) freeBody(result.body);
  else if (isNodeStream(result)) destroyStream(result);
  else if (isIterator(result)) ignore(() => result.return?.());
  else if (isAsyncIterator(result)) ignore(() => result.return?.());
}

function freeBody(body: unknown): void {
  if (isThenable(body)) body.then(releaseUnsent, () => {});
  else releaseUnsent(body);
}

/** Who has locked a stream reads it, and frees it. */
function cancel(stream: ReadableStream | null): void {
  if (stream !== null && !stream.locked) ignore(() => stream.cancel());
}

/** What an async generator function gives. */
function isAsyncIterator(value: object): value is AsyncIterableIterator<unknown> {
  return Symbol.asyncIterator in value && 'next' in value && typeof value.next === 'function';
}

/** An error while freeing is of no use to any request. */
function ignore(free: () => unknown): void {
  try {
    const freed = free();
    if (isThenable(freed)) freed.then(undefined, () => {});
  } catch {
    // As above.
  }
}
