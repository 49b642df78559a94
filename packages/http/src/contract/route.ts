import type { Scope } from './scope.ts';
import { captureOrigin, type Origin } from '../report/origin.ts';
import type { Component } from './component.ts';
import type { ContextProvider, ValueReader } from './roles.ts';
import type { StandardSchemaV1 } from './standard-schema.ts';
import type { AbstractClass, ObjectOf, Type } from './type.ts';
import type { Blocking } from './blocking.ts';

/** Carries a type for the compiler; does not exist at run time. */
declare const carried: unique symbol;
/** A binding whose value is of type `T`. */
export interface BindingOf<T> {
  readonly [carried]?: () => T;
}

/** The part of a request that a value comes from. */
export type ParamSource = Binding['source'];

interface BindingBase<T> extends BindingOf<T> {
  /** The location of the declaration, if it differs from the route's. */
  readonly origin?: Origin;
  /** For documentation. */
  readonly description?: string;
  /**
   * Checks the value after its conversion; an absent value is not checked. The output of the schema is the argument.
   * True: by the validator, or by the `static schema` of the class. */ readonly valid?:
    | StandardSchemaV1
    | true;
} /** A value with a name: a path variable, query or matrix parameter, cookie, header or form field. */
export interface NamedBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'path' | 'query' | 'matrix' | 'cookie' | 'header' | 'form';
  readonly name: string;
  readonly type: Type;
  /** The value used if none is sent; it is converted like a sent one. */
  readonly default?: string;
  /** Query only: bind the string as sent, without decoding. */
  readonly raw?: boolean;
  /** Reads the value from its string in place of the type's conversion. */
  readonly reader?: Component<ValueReader>;
}

/** The request's body as a whole. */
export interface BodyBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'body';
  readonly type: Type;
  /** The value used if there is no body; it is converted like a string. */
  readonly default?: string;
  /** Reads the value from the body; takes precedence over readers of scopes and registries. */
  readonly reader?: Component<ValueReader>;
}

/**
 * An object that belongs to the request: `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`,
 * `Toolkit`, `User`, or the object of a provider.
 */
export interface ContextBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'context';
  readonly type: AbstractClass | { readonly kind: 'optional'; readonly of: AbstractClass };
  /** A string that is converted to the object if no provider or filter supplies it. */
  readonly default?: string;
  readonly provider?: Component<ContextProvider>;
}

/** An object whose constructor parameters, then fields, are bound to values of the request. */
export interface BeanBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'bean';
  /** The class, instantiated with the values of the parameters. */
  readonly type: AbstractClass;
  readonly parameters: readonly Binding[];
  /** Assigned after construction; an absent value leaves the field as the class initialized it. */
  readonly fields: readonly { readonly name: string | symbol; readonly binding: Binding }[];
}

/**
 * A positional argument. Position `index` counts through `Match.positional`, then through the elements of a
 * JSON array body (or the single value of another body without names). If that position is empty, the value
 * named `name` in query or body is used.
 */
export interface PositionBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'position';
  readonly index: number;
  readonly name: string;
  readonly type: Type;
  /** The parameter's default value as source code; for documentation. */
  readonly defaultSource?: string;
}

/** A value by its name from the body's fields or, if they do not have it, from the query. */
export interface NameBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'name';
  readonly name: string;
  readonly type: Type;
}

/** An object of all names in the query and the body's fields that no other binding uses. */
export interface ObjectBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'object';
  readonly type: ObjectOf;
  /** Whether the argument is undefined if none of the names is sent. */
  readonly optional?: boolean;
  /** Documentation of the fields, by name. */
  readonly notes?: Readonly<Record<string, FieldDocumentation>>;
  /** The schema with which the handler validates the object; for documentation. */
  readonly checkedBy?: StandardSchemaV1;
}

export interface FieldDocumentation {
  readonly description?: string;
  /** The field's default value as source code. */ readonly defaultSource?: string;
} /** All positions from `index` on, each as a separate argument. Allowed only as the last binding. */
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

/** The types of the arguments of a list of bindings. */
export type InferValues<B extends readonly unknown[]> = {
  [K in keyof B]: B[K] extends BindingOf<infer T> ? T : never;
};

/**
 * A method, a path pattern, bindings and a handler, with the settings of this route only; created by {@link
 * route}.
 */
export interface Route {
  /** The method in upper case; `ANY` matches every method. */
  readonly method: string;
  /** The pattern, such as `/notes/{id:\d+}`; for a route of a mounted matcher, its printed form. */
  readonly path: string;
  /** One for each argument of the handler, in order. */
  readonly bindings: readonly Binding[];
  readonly handler: (...args: any[]) => unknown;
  /**
   * The media types of the bodies that the route accepts (default: those from which its body type can be
   * read).
   */
  readonly consumes?: readonly string[];
  /** The media types of the result; Accept selects one (default: that of the result). */
  readonly produces?: readonly string[];
  /** Routes are matched in ascending order (default: 0), and in registration order where it is equal. */
  readonly order?: number;
  /** The route's scopes from the widest (its class) to the narrowest (the route itself). */
  readonly scopes?: readonly Scope[];
  /** The status if a path value cannot be converted or a position is missing (default: 400). */
  readonly pathMismatchStatus?: 400 | 404;
  /** The argument types are not declared, so strings are not converted; shown in the printed table. */
  readonly untyped?: true;
  /** Responds with 400 to a name in query or body that no binding uses. */
  readonly closed?: boolean;
  /**
   * The handler that runs in a worker thread in place of `handler`. Arguments and result are structured
   * clones.
   */
  readonly blocking?: Blocking;
  /**
   * Checks the handler's result; the output of the schema is written. True: by the validator, or by the
   * `static schema` of the class. An invalid result leads to 500.
   */
  readonly valid?: StandardSchemaV1 | true;
  /** For documentation. */
  readonly description?: string;
  /** The type of the handler's result; for documentation. */
  readonly returns?: Type;
  /** Tags that group routes in the documentation (default: the name of the class). */
  readonly tags?: readonly string[];
  /** Omit the route from the documentation. */
  readonly hidden?: boolean;
  readonly origin?: Origin;
}

/** The argument of `route`: a route whose handler the compiler checks against its bindings. */
export interface RouteInit<B extends readonly Bindable<any>[]> extends Omit<
  Route,
  'bindings' | 'handler' | 'consumes' | 'produces'
> {
  readonly bindings?: B;
  /** The bindings determine the types of the parameters, never the reverse (`NoInfer`). */
  readonly handler: NoInfer<(...args: InferValues<B>) => unknown>;
  readonly consumes?: string | readonly string[];
  readonly produces?: string | readonly string[];
}

/**
 * A route without decorators; the compiler checks the handler against the bindings.
 *
 *     route({ method: 'GET', path: '/notes/{id}', bindings: [PathParam('id', int)], handler: (id) => find(id) })
 */
export function route<const B extends readonly Bindable<any>[] = readonly []>(init: RouteInit<B>): Route {
  const { bindings, handler, consumes, produces, ...rest } = init;
  return {
    ...rest,
    method: init.method.toUpperCase(),
    bindings: (bindings ?? []).map(toBinding),
    handler,
    ...(consumes === undefined ? {} : { consumes: toList(consumes) }),
    ...(produces === undefined ? {} : { produces: toList(produces) }),
    origin: init.origin ?? captureOrigin(route),
  };
}

/** The plain data of a {@link Bindable}. */
export function toBinding(bindable: Bindable<any>): Binding {
  return 'binding' in bindable ? bindable.binding : bindable;
}

function toList(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}
