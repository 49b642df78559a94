import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { DefaultLimits } from '../contract/limits.ts';
import type { Route } from '../contract/route.ts';
import type { Exchange } from './exchange.ts';

/** The part of a route's plan that a request carries with it. */
export interface ExchangePlan {
  /** Undefined for the plan of requests that no route answers. */
  readonly route: Route | undefined;
  readonly limits: DefaultLimits;
  readonly write: Write;
  /** Runs the events once the response is fixed; undefined if there are none. */
  readonly events: RunEvents | undefined;
  /** The handlers of errors. */
  readonly errorHandlers: ErrorHandlers;
}

/** Writes a handler's result, which is not undefined; returns a promise only if that takes time. */
export type Write = (exchange: Exchange, result: unknown) => void | Promise<void>;

/** Runs the events of a route once the response is fixed. */
export type RunEvents = (exchange: Exchange, status: number) => void;

/** The outcome of a request: the handler's result, or the error. */
export interface Outcome {
  readonly entity: unknown;
  readonly thrown: boolean;
}
