import { isInstanceOf, type Component } from '../contract/component.ts';
import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { ExceptionHandler, NotFoundWriter } from '../contract/roles.ts';

/** The first whose type the error is of; undefined when the built-in answer is due. */
export function handlerFor(
  error: unknown,
  { handlers }: ErrorHandlers,
): Component<ExceptionHandler> | undefined {
  return handlers.find(({ types }) => types === undefined || types.some((type) => isInstanceOf(error, type)));
}

/** The first whose pattern the whole path matches. */
export function notFoundFor(
  path: string,
  { notFound }: ErrorHandlers,
): Component<NotFoundWriter> | undefined {
  return notFound.find(({ pattern }) => pattern === undefined || pattern.test(path))?.writer;
}
