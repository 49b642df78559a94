import type { Component } from './component.ts';
import type { ExceptionHandler, NotFoundWriter } from './roles.ts';

/** A not-found handler with the expression that the whole path must match. */
export interface NotFoundRule {
  /** Undefined for the fallback handler. */
  readonly pattern: RegExp | undefined;
  readonly writer: Component<NotFoundWriter>;
}

/** The handlers of errors and of unmatched requests, resolved once per plan. */
export interface ErrorHandlers {
  /**
   * Exception handlers in the order in which they are tried: those of the route, its class, the router, the
   * toolkit.
   */
  readonly handlers: readonly Component<ExceptionHandler>[];
  /** Not-found handlers in the order in which they are tried; for unmatched requests only. */
  readonly notFound: readonly NotFoundRule[];
}
