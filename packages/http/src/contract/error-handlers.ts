import type { Component } from './component.ts';
import type { ExceptionHandler, NotFoundWriter } from './roles.ts';

/** A not-found handler and the regular expression that must match the whole path. */
export interface NotFoundRule {
  /** The expression; undefined for the fallback handler. */
  readonly pattern: RegExp | undefined;
  readonly writer: Component<NotFoundWriter>;
}

/** The handlers for errors and for unmatched requests, resolved once per plan. */
export interface ErrorHandlers {
  /** Exception handlers in the order in which they are tried: route, class, router, toolkit. */
  readonly handlers: readonly Component<ExceptionHandler>[];
  /** Not-found handlers, which apply only to unmatched requests, in the order in which they are tried. */
  readonly notFound: readonly NotFoundRule[];
}
