import { HttpError } from '../errors/http-error.ts';
import type { RequestMessage } from '../observe/request-events.ts';

const KNOWN_METHODS: ReadonlySet<string> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
]);

/**
 * Returns the value of `http.request.method`. All unknown methods share one value, so that the number of values is
 * bounded.
 */
export function methodOf({ method }: RequestMessage): string {
  return KNOWN_METHODS.has(method) ? method : '_OTHER';
}

/**
 * Returns the value of `error.type`: the code of the thrown `HttpError`, the class of another error, the status, or
 * `aborted` if another value was thrown after the response had started. Returns undefined if the server did not fail,
 * because the status is below 500 or the client disconnected.
 */
export function errorTypeOf({ error, status = 0, outcome }: RequestMessage): string | undefined {
  const isAborted = outcome === 'aborted' && error !== undefined;
  if (status < 500 && !isAborted) return undefined;
  if (error instanceof HttpError) return error.code;
  if (error instanceof Error) return error.constructor.name;
  return isAborted ? 'aborted' : String(status);
}

/** Upper bounds in seconds of the buckets of `http.server.request.duration`, as the semantic conventions recommend. */
export const DURATION_BUCKETS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
