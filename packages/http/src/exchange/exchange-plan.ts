import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { DefaultLimits } from '../contract/limits.ts';
import type { Route } from '../contract/route.ts';
import type { Exchange } from './exchange.ts';

/** The part of a route's plan that is needed until the end of a request. */
export interface ExchangePlan {
  /** Undefined in the plan for requests that match no route. */
  readonly route: Route | undefined;
  readonly limits: DefaultLimits;
  readonly write: Write;
  /** Runs the route's events; undefined if there are none. */
  readonly events: RunEvents | undefined;
  /** The handlers of errors. */
  readonly errorHandlers: ErrorHandlers;
}

/**
 * Writes a handler's result, which is never undefined here; returns a promise only if writing is
 * asynchronous.
 */
export type Write = (exchange: Exchange, result: unknown) => void | Promise<void>;

/** Runs the events of a route once the response is fixed. */
export type RunEvents = (exchange: Exchange, status: number) => void;

/** The outcome of a request: the handler's result, or the error. */
export interface Outcome {
  readonly entity: unknown;
  readonly thrown: boolean;
}
