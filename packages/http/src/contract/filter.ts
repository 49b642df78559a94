import type { RoutingContext } from './context.ts';

/**
 * Runs around the rest of a request, before its body is read: `(context, next) => …`. `next()` runs the rest
 * and returns its result; the result is a promise only if the rest is asynchronous. The filter's return value
 * becomes the result. If it returns undefined after calling `next()`, the result of `next()` is used. If it
 * does not call `next()`, the rest is skipped. It may throw an `HttpError`.
 */
export type Filter = (context: RoutingContext, next: () => unknown) => unknown;
