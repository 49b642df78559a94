import type { RoutingContext } from './context.ts';

/**
 * Runs around the rest of a request and starts before the body is read: `(context, next) => …`. `next()` runs the rest
 * and returns its result, or a promise of it if the rest is asynchronous. The filter's return value becomes the result;
 * if it is undefined, the result of `next()` is used. If the filter does not call `next()`, the rest is skipped. A
 * filter may throw an `HttpError`.
 */
export type Filter = (context: RoutingContext, next: () => unknown) => unknown;
