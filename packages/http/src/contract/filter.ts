import type { RoutingContext } from './context.ts';

/**
 * Runs around the rest of a request, before its body is read: `(context, next) => …`. `next()` runs the rest and
 * returns its result, a promise only if the rest is asynchronous. The return value of the filter is the result; if it
 * is undefined after `next()`, that result remains. Without `next()` the rest is skipped. May throw an `HttpError`.
 */
export type Filter = (context: RoutingContext, next: () => unknown) => unknown;
