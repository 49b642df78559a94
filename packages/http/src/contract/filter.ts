import type { RoutingContext } from './context.ts';

/**
 * Runs around the rest of a request, before its body is read: `(context, next) => …`. `next()` runs the rest and gives
 * its result, a promise only when the rest is asynchronous. What the filter returns is the result; when it returns
 * undefined after `next()`, that result stays. Without `next()` the rest is skipped. May throw an `HttpError`.
 */
export type Filter = (context: RoutingContext, next: () => unknown) => unknown;
