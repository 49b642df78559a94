import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { Filter } from '../contract/filter.ts';
import type { DefaultLimits } from '../contract/limits.ts';
import type { Route } from '../contract/route.ts';
import type { Exchange } from './exchange.ts';

/** The parts of a route's plan that a request needs until its end. */
export interface ExchangePlan {
  /** Undefined in the plan for unmatched requests. */
  readonly route: Route | undefined;
  readonly limits: DefaultLimits;
  /** All filters, outermost first; null if there are none. */
  readonly filters: readonly { readonly filter: Filter }[] | null;
  readonly write: Write;
  /** Runs the route's event listeners; undefined if it has none. */
  readonly events: RunEvents | undefined;
  /** The exception handlers and not-found handlers. */
  readonly errorHandlers: ErrorHandlers;
}

/** Writes a handler's result, which must not be undefined. Returns a promise only if writing is asynchronous. */
export type Write = (exchange: Exchange, result: unknown) => void | Promise<void>;

/** Runs a route's event listeners when the response is final. */
export type RunEvents = (exchange: Exchange, status: number) => void;

/** The outcome of a request: the handler's result, or the error. */
export interface Outcome {
  readonly entity: unknown;
  readonly thrown: boolean;
}
