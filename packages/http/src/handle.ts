import { captureOrigin } from './report/origin.ts';
import type { Component, TypeToken } from './contract/component.ts';
import type { ExceptionHandler } from './contract/roles.ts';

/** The instance type of an error class, or the union of the instance types of several classes. */
type ErrorOfType<T> = T extends abstract new (...args: any[]) => infer E
  ? E
  : T extends readonly (abstract new (...args: any[]) => infer E)[]
    ? E
    : unknown;

/**
 * Creates an exception handler for one error class or several from a function.
 *
 *     handle(Teapot, (teapot, request, response) => response.end(teapot.message))
 */
export function handle<const T extends TypeToken | readonly TypeToken[]>(
  types: T,
  write: (error: ErrorOfType<T>, ...rest: HandlerArguments) => void | Promise<void>,
): Component<ExceptionHandler> {
  const list: readonly TypeToken[] = Array.isArray(types) ? types : [types as TypeToken];
  return {
    name: write.name || `handler of ${list.map(({ name }) => name).join(', ')}`,
    types: list,
    instance: { write },
    origin: captureOrigin(handle),
  };
}

type HandlerArguments = Parameters<ExceptionHandler['write']> extends [unknown, ...infer Rest] ? Rest : never;
