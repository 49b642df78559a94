import type { Component } from './component.ts';
import type { ExceptionHandler, NotFoundWriter } from './roles.ts';

/** A not-found handler, and the expression that the whole path must match. */
export interface NotFoundRule {
  /** Undefined for the one that is the last resort. */
  readonly pattern: RegExp | undefined;
  readonly writer: Component<NotFoundWriter>;
}

/** The handlers of errors and of unmatched requests; resolved once for each plan. */
export interface ErrorHandlers {
  /** In the order in which they are tried: those of the route, of its class, of the router, of the toolkit. */
  readonly handlers: readonly Component<ExceptionHandler>[];
  /** In the order in which they are tried, for unmatched requests only. */
  readonly notFound: readonly NotFoundRule[];
}
