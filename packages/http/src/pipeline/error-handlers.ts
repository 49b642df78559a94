import { isInstanceOf, type Component } from '../contract/component.ts';
import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { ExceptionHandler, NotFoundWriter } from '../contract/roles.ts';

/** Finds the first handler for the error's type. Returns undefined if the built-in response applies. */
export function handlerFor(
  error: unknown,
  { handlers }: ErrorHandlers,
): Component<ExceptionHandler> | undefined {
  return handlers.find(({ types }) => types === undefined || types.some((type) => isInstanceOf(error, type)));
}

/**
 * Returns the first not-found handler that has no pattern or whose pattern matches the whole path; undefined if there
 * is none.
 */
export function notFoundFor(
  path: string,
  { notFound }: ErrorHandlers,
): Component<NotFoundWriter> | undefined {
  return notFound.find(({ pattern }) => pattern === undefined || pattern.test(path))?.writer;
}
