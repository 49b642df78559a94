import * as http from '@writ/http';
import {
  captureOrigin,
  type AbstractClass,
  type Optional,
  type Origin,
  type Param,
  type Type,
  type Value,
} from '@writ/http';
import { recordOf, type Class } from './records.ts';
import { attach, isContext } from './target.ts';

/** Stands before a parameter (experimental decorators) or a field (both modes). */
export interface ParamDecorator<T> {
  (target: object, key: string | symbol | undefined, index: number): void;
  (target: object, key: string | symbol, descriptor?: undefined): void;
  <This>(value: undefined, context: ClassFieldDecoratorContext<This, T>): void;
}

/** A binding, for verbs and `route({...})`, that is a decorator as well. */
export interface AnnotatedParam<T> extends Param<T>, ParamDecorator<T> {}

export interface AnnotatedText<T> extends AnnotatedParam<T> {
  /** Used when the value is absent; goes through the same conversion. */
  default(text: string): AnnotatedText<Exclude<T, undefined>>;
}

export interface AnnotatedQuery<T> extends AnnotatedParam<T> {
  default(text: string): AnnotatedQuery<Exclude<T, undefined>>;
  /** The text as sent, not decoded. */
  raw(): AnnotatedQuery<T>;
}

/**
 * Without a type: only a decorator, whose type is that of what it stands on, as `design:paramtypes` gives it. No
 * binding, since a verb or `route({...})` could check no handler against it.
 */
export interface UntypedText extends ParamDecorator<any> {
  default(text: string): UntypedText;
}

export interface UntypedQuery extends ParamDecorator<any> {
  default(text: string): UntypedQuery;
  raw(): UntypedQuery;
}

/**
 * What an annotation gives for a type, or for none. It is conditional for the compiler's sake: it puts a call that gives
 * something callable off, and would then infer nothing from it for the handler of `route({...})`.
 */
export type Given<D, Typed, Untyped> = [D] extends [Type] ? Typed : Untyped;

/** The variable `{name}` of the route's path. */
export function PathParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<Value<D>>, UntypedText> {
  return annotated(http.PathParam(name, type as Type), captureOrigin(PathParam)) as never;
}

/** A value of the query. An array type takes all repeats, another the last. */
export function QueryParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedQuery<Value<D>>, UntypedQuery> {
  return annotated(http.QueryParam(name, type as Type), captureOrigin(QueryParam)) as never;
}

/** A request header; the name in any case. */
export function HeaderParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<Value<D>>, UntypedText> {
  return annotated(http.HeaderParam(name, type as Type), captureOrigin(HeaderParam)) as never;
}

/** The body: JSON for objects, schemas and classes; `String`, `Uint8Array` and `ReadableStream` take it as it is. */
export function BodyParam<const D extends Type | undefined = undefined>(
  type?: D,
): Given<D, AnnotatedParam<Value<D>>, ParamDecorator<any>> {
  return annotated(http.BodyParam(type as Type), captureOrigin(BodyParam)) as never;
}

/** `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`, `Toolkit`, `User` (or `optional(User)`). */
export function Context<const D extends ContextType | undefined = undefined>(
  type?: D,
): Given<D, AnnotatedParam<Value<D>>, ParamDecorator<any>> {
  return annotated(http.Context(type as ContextType), captureOrigin(Context)) as never;
}

type ContextType = AbstractClass | Optional<AbstractClass>;

/** The kernel's binding made callable; its methods (`default`, `raw`, …) return the same made callable. */
function annotated<P extends Param<any>>(param: P, origin: Origin): P & ParamDecorator<any> {
  const located = { ...param, binding: { ...param.binding, origin } };
  const decorator = (target: unknown, second: unknown, third?: unknown): void => {
    if (typeof third === 'number') {
      attach({ kind: 'param', index: third, param: located, origin }, [target, second, third]);
    } else attachField(located, target, second);
  };
  for (const [name, member] of Object.entries(located)) {
    const value =
      typeof member === 'function' ? (...args: unknown[]) => annotated(member(...args), origin) : member;
    Object.defineProperty(decorator, name, { value, enumerable: true });
  }
  return decorator as never;
}

function attachField(param: Param<any>, target: unknown, second: unknown): void {
  const record = (type: unknown, name: string | symbol): void => {
    recordOf(type as Class).fields.set(name, param);
  };
  if (isContext(second)) {
    // The class of a field is not told; its first instance tells it.
    second.addInitializer(function (this: unknown) {
      record((this as object).constructor, second.name);
    });
  } else record((target as object).constructor, second as string | symbol);
}
