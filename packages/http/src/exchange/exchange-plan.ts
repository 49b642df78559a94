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
  /** What happens once the answer is made; undefined when nothing does. */
  readonly events: RunEvents | undefined;
  /** Who answers for what fails. */
  readonly errorHandlers: ErrorHandlers;
}

/** Writes a handler's result, which is not undefined, as the response; a promise only when it takes time. */
export type Write = (exchange: Exchange, result: unknown) => void | Promise<void>;

/** Runs the events of a route, once its answer is made. Undefined for a route without events. */
export type RunEvents = (exchange: Exchange, status: number) => void;

/** What became of a request: what the handler gave, or what was thrown. */
export interface Outcome {
  readonly entity: unknown;
  readonly thrown: boolean;
}
