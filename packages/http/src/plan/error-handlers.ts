import type { Component } from '../contract/component.ts';
import type { ExceptionHandler, NotFoundWriter } from '../contract/roles.ts';

/** A not-found handler, and the expression that the whole path must match. */
export interface NotFoundRemedy {
  /** Undefined for the one that is the last resort. */
  readonly pattern: RegExp | undefined;
  readonly writer: Component<NotFoundWriter>;
}

/** Who answers instead of a handler that failed, or of one that is not there; resolved once for each plan. */
export interface Remedies {
  /** In the order in which they are asked: the route's, its class's, the router's, the toolkit's. */
  readonly handlers: readonly Component<ExceptionHandler>[];
  /** In the order in which they are asked; only for what no route is there for. */
  readonly notFound: readonly NotFoundRemedy[];
}

/** The first whose type the error is of; undefined when the built-in answer is due. */
export function handlerFor(error: unknown, { handlers }: Remedies): Component<ExceptionHandler> | undefined {
  return handlers.find(({ types }) => types === undefined || types.some((type) => isOf(error, type)));
}

/** The first whose pattern the whole path matches. */
export function notFoundFor(path: string, { notFound }: Remedies): Component<NotFoundWriter> | undefined {
  return notFound.find(({ pattern }) => pattern === undefined || pattern.test(path))?.writer;
}

/** What was thrown need not be an object: a text is of `String`, as a value of a type is. */
export function isOf(error: unknown, type: Function): boolean {
  return (
    error instanceof (type as new () => object) ||
    (typeof error !== 'object' && Object(error) instanceof (type as new () => object))
  );
}
