import type { Component } from './component.ts';
import type { ExceptionHandler, NotFoundWriter } from './roles.ts';

/** A not-found handler, and the expression that the whole path must match. */
export interface NotFoundRule {
  /** Undefined for the one that is the last resort. */
  readonly pattern: RegExp | undefined;
  readonly writer: Component<NotFoundWriter>;
}

/** Who answers instead of a handler that failed, or of one that is not there; resolved once for each plan. */
export interface ErrorHandlers {
  /** In the order in which they are asked: the route's, its class's, the router's, the toolkit's. */
  readonly handlers: readonly Component<ExceptionHandler>[];
  /** In the order in which they are asked; only for what no route is there for. */
  readonly notFound: readonly NotFoundRule[];
}
