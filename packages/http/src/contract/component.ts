import type { RoutingContext } from './context.ts';
import type { Origin } from '../report/origin.ts';
import type { AbstractClass } from './type.ts';

/**
 * A reader, writer, handler or provider with its metadata, as plain data that does not depend on the front end that
 * declares it. Either one `instance` serves all requests, or `create` returns an instance for each request.
 */
export interface Component<T> {
  /** The name in the printed table. */
  readonly name: string;
  readonly instance?: T;
  readonly create?: (context: RoutingContext) => T;
  /** The classes whose instances the component applies to (default: all). */
  readonly types?: readonly TypeToken[];
  /** The media types that the component reads or writes. Their parameters are ignored. */
  readonly mediaTypes?: readonly string[];
  /** Static headers that a writer or handler adds to the response. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly origin?: Origin;
}

/** A class, or the constructor of a primitive type, such as `String`. It determines which components apply. */
export type TypeToken =
  | AbstractClass
  | StringConstructor
  | NumberConstructor
  | BooleanConstructor
  | BigIntConstructor;

/** Returns the component's instance for this request. */
export function instanceOf<T>(component: Component<T>, context: RoutingContext): T {
  return component.create === undefined ? component.instance! : component.create(context);
}

/**
 * Whether a value, such as a thrown error, is an instance of the type. A primitive counts as an instance of its wrapper
 * class, such as `String`.
 */
export function isInstanceOf(error: unknown, type: Function): boolean {
  return (
    error instanceof (type as new () => object) ||
    (typeof error !== 'object' && Object(error) instanceof (type as new () => object))
  );
}
