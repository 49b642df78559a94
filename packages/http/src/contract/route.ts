import type { Scope } from './scope.ts';
import { captureOrigin, type Origin } from '../report/origin.ts';
import type { Component } from './component.ts';
import type { ContextProvider, ValueReader } from './roles.ts';
import type { StandardSchemaV1 } from './standard-schema.ts';
import type { AbstractClass, ObjectOf, Type } from './type.ts';
import type { Blocking } from './blocking.ts';

/** Carries a type to the compiler; never there at run time. */
declare const carried: unique symbol;
/** A binding whose value has the type `T`. */
export interface BindingOf<T> {
  readonly [carried]?: () => T;
}

/** The part of a request that a value comes from. */
export type ParamSource = Binding['source'];

interface BindingBase<T> extends BindingOf<T> {
  /** Where it was declared, when that is not where the route was. */
  readonly origin?: Origin;
  /** For documentation. */
  readonly description?: string;
  /**
   * Checks the value after its conversion; an absent value is not checked. The output of the schema is the argument.
   * True: by the validator, or by the `static schema` of the class.
   */
  readonly valid?: StandardSchemaV1 | true;
}

/** A value by its name: a path variable, a query or matrix value, a cookie, a header, a field of a form. */
export interface NamedBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'path' | 'query' | 'matrix' | 'cookie' | 'header' | 'form';
  readonly name: string;
  readonly type: Type;
  /** Used when the value is absent; goes through the same conversion. */
  readonly default?: string;
  /** Query only: the string as sent, not decoded. */
  readonly raw?: boolean;
  /** Reads the value from its string, instead of the type's conversion. */
  readonly reader?: Component<ValueReader>;
}

/** The request's body as a whole. */
export interface BodyBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'body';
  readonly type: Type;
  /** Used if there is no body; it is converted like a string. */
  readonly default?: string;
  /** Makes the value from the body; wins over those of the scopes and registries. */
  readonly reader?: Component<ValueReader>;
}

/**
 * An object of the request: `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`, `Toolkit`, `User`, or an
 * object of a provider.
 */
export interface ContextBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'context';
  readonly type: AbstractClass | { readonly kind: 'optional'; readonly of: AbstractClass };
  /** A string that is converted to the object if no provider or filter supplies it. */
  readonly default?: string;
  readonly provider?: Component<ContextProvider>;
}

/** One object made of several values of the request: by the parameters of its constructor, then by its fields. */
export interface BeanBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'bean';
  /** Made by `new` with the parameters' values. */
  readonly type: AbstractClass;
  readonly parameters: readonly Binding[];
  /** Assigned after construction; an absent value leaves the field as the class initialized it. */
  readonly fields: readonly { readonly name: string | symbol; readonly binding: Binding }[];
}

/**
 * A positional argument: number `index` of `Match.positional`, then of the elements of a JSON array body (or the one
 * value of another body without names). If there is none, the value of that `name` in query or body.
 */
export interface PositionBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'position';
  readonly index: number;
  readonly name: string;
  readonly type: Type;
  /** The handler's own default as it is written in its source; for documentation. */
  readonly defaultSource?: string;
}

/** A value of that name from the query or, winning over it, from the body's fields. */
export interface NameBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'name';
  readonly name: string;
  readonly type: Type;
}

/** One argument made of the names that no other binding uses, from the query and from the fields of the body. */
export interface ObjectBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'object';
  readonly type: ObjectOf;
  /** The object may be absent if none of its names is given. */
  readonly optional?: boolean;
  /** Documentation of its fields, by name. */
  readonly notes?: Readonly<Record<string, FieldDocumentation>>;
  /** The schema that the handler checks the object with; for documentation. */
  readonly checkedBy?: StandardSchemaV1;
}

export interface FieldDocumentation {
  readonly description?: string;
  /** The handler's own default as it is written in its source. */
  readonly defaultSource?: string;
}

/** The positions from `index` on, each an argument of its own. Only as the last binding. */
export interface RestBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'rest';
  readonly index: number;
  readonly name: string;
  /** The type of each. */
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

/** A method, a path pattern, bindings and a handler, with the settings of this route alone; made by {@link route}. */
export interface Route {
  /** In capitals; `ANY` answers every method. */
  readonly method: string;
  /** The pattern, such as `/notes/{id:\d+}`; of a mounted matcher's route: how it is printed. */
  readonly path: string;
  /** One for each argument of the handler, in order. */
  readonly bindings: readonly Binding[];
  readonly handler: (...args: any[]) => unknown;
  /** The media types of the bodies that it accepts (default: those that its body type can be read from). */
  readonly consumes?: readonly string[];
  /** The media types of the result, of which Accept selects one (default: that of the result). */
  readonly produces?: readonly string[];
  /** Routes are matched in ascending order (default: 0); routes of equal order in the order of registration. */
  readonly order?: number;
  /** From the widest (its class) to the narrowest (itself). */
  readonly scopes?: readonly Scope[];
  /** The status if a path value cannot be converted or a position is missing (default: 400). */
  readonly pathMismatchStatus?: 400 | 404;
  /** For the printed table: the types of its arguments are not declared, so strings are not converted. */
  readonly untyped?: true;
  /** Responds with 400 to a name in query or body that no binding uses. */
  readonly closed?: boolean;
  /** Runs in a worker thread in place of `handler`. Arguments and result are structured clones. */
  readonly blocking?: Blocking;
  /**
   * Checks the handler's result; the output of the schema is written. True: by the validator, or by the `static schema`
   * of its class. An invalid result is 500.
   */
  readonly valid?: StandardSchemaV1 | true;
  /** For documentation. */
  readonly description?: string;
  /** The type of the handler's result; for documentation. */
  readonly returns?: Type;
  /** Groups of the documentation (default: the name of its class). */
  readonly tags?: readonly string[];
  /** Not for documentation. */
  readonly hidden?: boolean;
  readonly origin?: Origin;
}

/** The argument of `route`: a route whose handler the compiler checks against its bindings. */
export interface RouteInit<B extends readonly Bindable<any>[]> extends Omit<
  Route,
  'bindings' | 'handler' | 'consumes' | 'produces'
> {
  readonly bindings?: B;
  /** `NoInfer`: the bindings determine the parameters, never the reverse. */
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
