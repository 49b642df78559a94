import type { RoutingContext } from './context.ts';

/**
 * Runs around the inner filters and the handler, and starts before the body is read: `(context, next) => …`. `next()`
 * runs them and returns the result, or a promise for it if they are asynchronous. The filter's return value becomes the
 * result; if it is undefined, the result of `next()` is used. If the filter does not call `next()`, neither the inner
 * filters nor the handler run. A filter may throw an `HttpError`.
 */
export type Filter = (context: RoutingContext, next: () => unknown) => unknown;
