import type { RoutingContext } from './context.ts';
import type { Origin } from '../report/origin.ts';
import type { AbstractClass } from './type.ts';

/**
 * A reader, writer, handler or provider with its metadata: plain data, independent of the front end that declares it.
 * Either one `instance` serves all requests, or `create` returns an instance for each request.
 */
export interface Component<T> {
  /** Name in the printed table. */
  readonly name: string;
  readonly instance?: T;
  readonly create?: (context: RoutingContext) => T;
  /** The classes to whose instances the component applies (default: all). */
  readonly types?: readonly TypeToken[];
  /** The media types that the component reads or writes. Their parameters are ignored. */
  readonly mediaTypes?: readonly string[];
  /** Static headers that a writer or handler adds to the response. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly origin?: Origin;
}

/** A class, or the constructor of a primitive, such as `String`, by which components are selected. */
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

/** Whether an error has the type. A thrown primitive has the type of its constructor, such as `String`. */
export function isInstanceOf(error: unknown, type: Function): boolean {
  return (
    error instanceof (type as new () => object) ||
    (typeof error !== 'object' && Object(error) instanceof (type as new () => object))
  );
}
