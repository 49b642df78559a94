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

/** Where a value comes from. */
export type ParamSource = Binding['source'];

interface BindingBase<T> extends BindingOf<T> {
  /** Where it was declared, when that is not where the route was. */
  readonly origin?: Origin;
  /** For documentation. */
  readonly description?: string;
  /**
   * Checks the value once it is converted; an absent one is not checked. What it gives is the argument. True: by the
   * validator, or the `static schema` of its class.
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
  /** Query only: the text as sent, not decoded. */
  readonly raw?: boolean;
  /** Makes the value from its text, instead of the type's conversion. */
  readonly reader?: Component<ValueReader>;
}

/** The request's body as a whole. */
export interface BodyBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'body';
  readonly type: Type;
  /** Used when there is no body; goes through the same conversion as a text. */
  readonly default?: string;
  /** Makes the value from the body; wins over those of the scopes and registries. */
  readonly reader?: Component<ValueReader>;
}

/**
 * A thing of the request: `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`, `Toolkit`, `User`, or what
 * a provider gives.
 */
export interface ContextBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'context';
  readonly type: AbstractClass | { readonly kind: 'optional'; readonly of: AbstractClass };
  /** The text that the object is made from when nothing provides it. */
  readonly default?: string;
  readonly provider?: Component<ContextProvider>;
}

/** One object made of several values of the request: by its constructor's parameters, then its fields. */
export interface BeanBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'bean';
  /** Made by `new` with the parameters' values. */
  readonly type: AbstractClass;
  readonly parameters: readonly Binding[];
  /** Assigned after that; a value that is absent leaves the field as the class made it. */
  readonly fields: readonly { readonly name: string | symbol; readonly binding: Binding }[];
}

/**
 * What stands at a place in the path: number `index` of `Match.positional`, then
 * the elements of a JSON array body (or the one value of another body that has no names). When there is none, the
 * value of that `name` in query or body.
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

/** One argument made of the names that no other binding takes, from query and body's fields. */
export interface ObjectBinding<T = unknown> extends BindingBase<T> {
  readonly source: 'object';
  readonly type: ObjectOf;
  /** May be left out as a whole when none of its names is given. */
  readonly optional?: boolean;
  /** What is known of its fields, by their names; for documentation. */
  readonly notes?: Readonly<Record<string, FieldDocumentation>>;
  /** What the handler checks the object by; for documentation. */
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

/** Anything that says what an argument is: plain data, or what `PathParam(...)` and its like return. */
export type Bindable<T = unknown> = Binding<T> | (BindingOf<T> & { readonly binding: Binding<T> });

/** The arguments that a list of bindings gives. */
export type InferValues<B extends readonly unknown[]> = {
  [K in keyof B]: B[K] extends BindingOf<infer T> ? T : never;
};

/** What {@link route} gives: a method, a path pattern, bindings and a handler, with what belongs to this route alone. */
export interface Route {
  /** In capitals; `ANY` answers every method. */
  readonly method: string;
  /** The pattern, such as `/notes/{id:\d+}`; of a mounted matcher's route: how it is printed. */
  readonly path: string;
  /** One for each argument of the handler, in order. */
  readonly bindings: readonly Binding[];
  readonly handler: (...args: any[]) => unknown;
  /** The media types of a body that it takes; when not given, those that fit the body's type. */
  readonly consumes?: readonly string[];
  /** The media types of the result, of which Accept chooses; when not given, the one that fits the result. */
  readonly produces?: readonly string[];
  /** Lowest first, 0 when not given; ties keep the order of registration. */
  readonly order?: number;
  /** From the widest (its class) to the narrowest (itself). */
  readonly scopes?: readonly Scope[];
  /** The status when a path value does not convert or a position is missing: 400 when not given. */
  readonly pathMismatchStatus?: 400 | 404;
  /** For the printed table: nothing declares the types of its arguments, so that texts stay texts. */
  readonly untyped?: true;
  /** Refuse (400) a name in query or body that no binding takes. */
  readonly closed?: boolean;
  /** Runs it in a worker thread, in place of `handler`. Arguments and result are structured clones. */
  readonly blocking?: Blocking;
  /**
   * Checks what the handler gives, and what the check gives is written; true: by the validator, or the `static schema` of
   * its class. A violation is 500.
   */
  readonly valid?: StandardSchemaV1 | true;
  /** For documentation. */
  readonly description?: string;
  /** What the handler gives; for documentation. */
  readonly returns?: Type;
  /** What documentation groups it by; the name of its class when not given. */
  readonly tags?: readonly string[];
  /** Not for documentation. */
  readonly hidden?: boolean;
  readonly origin?: Origin;
}

/** What `route` takes: a route whose handler the compiler checks against its bindings. */
export interface RouteInit<B extends readonly Bindable<any>[]> extends Omit<
  Route,
  'bindings' | 'handler' | 'consumes' | 'produces'
> {
  readonly bindings?: B;
  /** `NoInfer`: the bindings say what the parameters are, never the other way round. */
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
