import type { Scope } from './scope.ts';
import { captureOrigin, type Origin } from '../report/origin.ts';
import type { Component } from './component.ts';
import type { RouteResponse } from './route-response.ts';
import type { DeclaredResult } from './declared-result.ts';
import type { ContextProvider, ValueReader } from './roles.ts';
import type { StandardSchemaV1 } from './standard-schema.ts';
import type { AbstractClass, ObjectOf, Type } from './type.ts';
import type { Blocking } from './blocking.ts';

/** Associates a type with a binding for the compiler. Does not exist at run time. */
declare const carried: unique symbol;
/** A binding whose value is of type `T`. */
export interface BindingOf<T> {
  readonly [carried]?: () => T;
}

/** The source of a value in the request. */
export type ParamSource = Binding['source'];

interface BindingBase<T> extends BindingOf<T> {
  /** The location of the declaration, if it differs from the route's. */
  readonly origin?: Origin;
  /** Description for the documentation. */
  readonly description?: string;
  /**
   * Validates the converted value, unless it is missing. The schema's output becomes the argument. With `true`, the
   * registered validator or, if there is none, the class's `static schema` validates the value.
   */
  readonly valid?: StandardSchemaV1 | true;
}

/** A named value: a path variable, query or matrix parameter, cookie, header or form field. */
export interface NamedBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'path' | 'query' | 'matrix' | 'cookie' | 'header' | 'form';
  readonly name: string;
  readonly type: Type;
  /** The value to use if the request contains none. It is converted like a value from the request. */
  readonly default?: string;
  /** For a query parameter: bind the string as sent, without decoding. */
  readonly raw?: boolean;
  /** Reads the value from its string, in place of the type's conversion. */
  readonly reader?: Component<ValueReader>;
}

/** The whole request body. */
export interface BodyBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'body';
  readonly type: Type;
  /** The value to use if the request has no body. It is converted like a string from the request. */
  readonly default?: string;
  /** Reads the value from the body, in place of the readers of scopes and registries. */
  readonly reader?: Component<ValueReader>;
}

/**
 * An object that belongs to the request: `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`, `Toolkit`,
 * `EventBus`, `User`, or an object that a provider creates.
 */
export interface ContextBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'context';
  readonly type: AbstractClass | { readonly kind: 'optional'; readonly of: AbstractClass };
  /** A string that is converted to the object if no provider or filter supplies it. */
  readonly default?: string;
  readonly provider?: Component<ContextProvider>;
}

/** An object whose constructor parameters and fields are bound to values from the request. */
export interface BeanBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'bean';
  /** The class, which is instantiated with the values of the parameters. */
  readonly type: AbstractClass;
  readonly parameters: readonly Binding[];
  /**
   * The fields whose values are assigned after construction. If a value is missing, the field keeps its initial value.
   */
  readonly fields: readonly { readonly name: string | symbol; readonly binding: Binding }[];
}

/**
 * A positional argument. The values of `Match.positional` come first. The values of the body follow: the elements of a
 * JSON array, or any other body without names as a single value. If there is no value at `index`, the value called
 * `name` in the query or body is used.
 */
export interface PositionBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'position';
  readonly index: number;
  readonly name: string;
  readonly type: Type;
  /** The parameter's default value as source code, for documentation. */
  readonly defaultSource?: string;
}

/** A named value from the body or, if the body does not contain it, from the query. */
export interface NameBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'name';
  readonly name: string;
  readonly type: Type;
}

/**
 * An object composed of named values from the query and the body: the fields of its type and, if the type has `rest`,
 * all values whose names no other binding uses.
 */
export interface ObjectBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'object';
  readonly type: ObjectOf;
  /**
   * The object types of a union. A field that has different literals in each of them selects the one that applies.
   * `type` then has the fields of all of them.
   */
  readonly variants?: readonly ObjectOf[];
  /** Whether the argument is undefined if the request contains none of the names. */
  readonly optional?: boolean;
  /** Documentation of the fields, by name. */
  readonly notes?: Readonly<Record<string, FieldDocumentation>>;
  /** The schema with which the handler validates the object, for documentation. */
  readonly checkedBy?: StandardSchemaV1;
}

export interface FieldDocumentation {
  readonly description?: string;
  /** The field's default value as source code. */
  readonly defaultSource?: string;
}

/** All positional values from `index` onward, each passed as a separate argument. Must be the last binding. */
export interface RestBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'rest';
  readonly index: number;
  readonly name: string;
  /** The type of each argument. */
  readonly type: Type;
}

/** One argument of a handler, as plain data. */
export type Binding<T = unknown> =
  | NamedBinding<T>
  | BodyBinding<T>
  | ContextBinding<T>
  | BeanBinding<T>
  | PositionBinding<T>
  | NameBinding<T>
  | ObjectBinding<T>
  | RestBinding<T>;

/** A binding: plain data, or the result of `PathParam(...)` and similar functions. */
export type Bindable<T = unknown> = Binding<T> | (BindingOf<T> & { readonly binding: Binding<T> });

/** The argument types that a list of bindings produces. */
export type InferValues<B extends readonly unknown[]> = {
  [K in keyof B]: B[K] extends BindingOf<infer T> ? T : never;
};

/** A method, a path pattern, bindings and a handler, with the route's settings. Created by {@link route}. */
export interface Route {
  /** The method in upper case. `ANY` matches every method. */
  readonly method: string;
  /** The pattern, such as `/notes/{id:\d+}`. For a route of a mounted matcher, its printed form. */
  readonly path: string;
  /** The bindings of the handler's arguments, in order. */
  readonly bindings: readonly Binding[];
  readonly handler: (...args: any[]) => unknown;
  /** The media types of bodies that the route accepts (default: all from which the body argument can be read). */
  readonly consumes?: readonly string[];
  /**
   * The media types that the route can produce; Accept determines which one is sent (default: the media type of the
   * result).
   */
  readonly produces?: readonly string[];
  /**
   * The position in matching: routes with a lower number are tried first, and routes with the same number in
   * registration order (default: 0).
   */
  readonly order?: number;
  /** The route's scopes from the widest (its class) to the narrowest (the route itself). */
  readonly scopes?: readonly Scope[];
  /** The status if a path value cannot be converted or a positional argument is missing (default: 400). */
  readonly pathMismatchStatus?: 400 | 404;
  /** Set if the argument types are not declared, so that strings are not converted. The printed table shows this. */
  readonly untyped?: true;
  /** Whether a name in the query or body that no binding uses results in 400. */
  readonly closed?: boolean;
  /**
   * The handler to run in a worker thread instead of `handler`. Arguments and results are passed as structured clones.
   */
  readonly blocking?: Blocking;
  /**
   * Validates the handler's result. The schema's output is written. With `true`, the registered validator or, if there
   * is none, the class's `static schema` validates the result. An invalid result causes a 500.
   */
  readonly valid?: StandardSchemaV1 | true;
  /** Description for the documentation. */
  readonly description?: string;
  /** A short description for the documentation (default: the first sentence of the description). */
  readonly summary?: string;
  /** Whether the documentation marks the route as deprecated. */
  readonly deprecated?: boolean;
  /** Responses by status, for documentation, in addition to those that are derived from the route's settings. */
  readonly responses?: Readonly<Record<number, RouteResponse>>;
  /** Examples of the request's body, by name, for documentation. */
  readonly bodyExamples?: Readonly<Record<string, unknown>>;
  /** The type of the handler's result, for documentation. */
  readonly returns?: Type;
  /**
   * The results that the handler's source declares. They are documented unless `returns` or a schema in `valid`
   * describes the result, and the handler's results are compared with them if the toolkit validates responses.
   */
  readonly results?: readonly DeclaredResult[];
  /**
   * Set if the handler itself compares its results with `results` when the toolkit validates responses. Its front end
   * converts the results, so the kernel cannot compare them.
   */
  readonly checksResults?: true;
  /** Tags that group routes in the documentation (default: the class name). */
  readonly tags?: readonly string[];
  /** Whether to omit the route from the documentation. */
  readonly hidden?: boolean;
  /** The protocol to which the route upgrades connections. Its handler returns a `ProtocolSwitch`. */
  readonly upgrade?: 'websocket';
  readonly origin?: Origin;
}

/** The argument of `route`. The compiler checks its handler against its bindings. */
export interface RouteInit<B extends readonly Bindable<any>[]> extends Omit<
  Route,
  'bindings' | 'handler' | 'consumes' | 'produces'
> {
  readonly bindings?: B;
  /** With `NoInfer`, the bindings determine the parameter types, never the reverse. */
  readonly handler: NoInfer<(...args: InferValues<B>) => unknown>;
  readonly consumes?: string | readonly string[];
  readonly produces?: string | readonly string[];
}

/**
 * Creates a route without decorators. The compiler checks the handler against the bindings.
 *
 *     route({ method: 'GET', path: '/notes/{id}', bindings: [PathParam('id', int)], handler: (id) => find(id) })
 */
export function route<const B extends readonly Bindable<any>[] = readonly []>(init: RouteInit<B>): Route {
  const { bindings, consumes, produces } = init;
  const created: Route & MediaTypes = {
    ...(init as Omit<RouteInit<B>, 'consumes' | 'produces'>),
    method: init.method.toUpperCase(),
    bindings: (bindings ?? []).map(toBinding),
    origin: init.origin ?? captureOrigin(route),
  };
  // Conditional spreads would cost several times as much.
  if (typeof consumes === 'string') created.consumes = [consumes];
  if (typeof produces === 'string') created.produces = [produces];
  return created;
}

interface MediaTypes {
  consumes?: readonly string[];
  produces?: readonly string[];
}

/** Returns the plain data of a {@link Bindable}. */
export function toBinding(bindable: Bindable<any>): Binding {
  return 'binding' in bindable ? bindable.binding : bindable;
}
