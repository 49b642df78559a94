import type { RoutingContext } from './context.ts';
import type { Origin } from '../report/origin.ts';
import type { AbstractClass } from './type.ts';

/**
 * A reader, writer, handler or provider with what is known of it: plain data, so that the kernel need not know how a
 * front declares it. Either one `instance` serves all requests, or `create` makes one for each.
 */
export interface Component<T> {
  /** For the printed table. */
  readonly name: string;
  readonly instance?: T;
  readonly create?: (context: RoutingContext) => T;
  /** The classes that it is for, by `instanceof`; when not given, all. */
  readonly types?: readonly TypeToken[];
  /** The media types that it reads or writes; looked up by type and subtype alone. */
  readonly mediaTypes?: readonly string[];
  /** Static headers that a writer or handler sends. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly origin?: Origin;
}

/** What a value is judged by: a class, or the constructor of a primitive such as `String`. */
export type TypeToken =
  | AbstractClass
  | StringConstructor
  | NumberConstructor
  | BooleanConstructor
  | BigIntConstructor;

/** The component's object for this request. */
export function instanceOf<T>(component: Component<T>, context: RoutingContext): T {
  return component.create === undefined ? component.instance! : component.create(context);
}

/** What was thrown need not be an object: a text is of `String`, as a value of a type is. */
export function isInstanceOf(error: unknown, type: Function): boolean {
  return (
    error instanceof (type as new () => object) ||
    (typeof error !== 'object' && Object(error) instanceof (type as new () => object))
  );
}
