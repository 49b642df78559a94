import { isInstanceOf, type Component } from '../contract/component.ts';
import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { ExceptionHandler, NotFoundWriter } from '../contract/roles.ts';

/** The first handler for the error's type; undefined when the built-in response applies. */
export function handlerFor(
  error: unknown,
  { handlers }: ErrorHandlers,
): Component<ExceptionHandler> | undefined {
  return handlers.find(({ types }) => types === undefined || types.some((type) => isInstanceOf(error, type)));
}

/** The first not-found handler whose pattern matches the whole path. */
export function notFoundFor(
  path: string,
  { notFound }: ErrorHandlers,
): Component<NotFoundWriter> | undefined {
  return notFound.find(({ pattern }) => pattern === undefined || pattern.test(path))?.writer;
}
