import type { RoutingContext } from './context.ts';
import type { Origin } from '../report/origin.ts';
import type { AbstractClass } from './type.ts';

/**
 * A reader, writer, handler or provider with its metadata, as plain data, independent of how a front end
 * declares it. Either one `instance` serves all requests, or `create` returns one for each request.
 */
export interface Component<T> {
  /** Shown in the printed table. */ readonly name: string;
  readonly instance?: T;
  readonly create?: (context: RoutingContext) => T;
  /** The classes that the component applies to, by `instanceof` (default: all). */
  readonly types?: readonly TypeToken[];
  /** The media types that the component reads or writes; matched by type and subtype only. */
  readonly mediaTypes?: readonly string[];
  /** Static headers that a writer or handler adds to the response. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly origin?: Origin;
}

/** A class, or the constructor of a primitive such as `String`: the key by which components are selected. */
export type TypeToken =
  | AbstractClass
  | StringConstructor
  | NumberConstructor
  | BooleanConstructor
  | BigIntConstructor;

/** The component's instance for this request. */
export function instanceOf<T>(component: Component<T>, context: RoutingContext): T {
  return component.create === undefined ? component.instance! : component.create(context);
}

/** Whether an error has the type. Primitives can be thrown too: a string has the type `String`. */
export function isInstanceOf(error: unknown, type: Function): boolean {
  return (
    error instanceof (type as new () => object) ||
    (typeof error !== 'object' && Object(error) instanceof (type as new () => object))
  );
}
