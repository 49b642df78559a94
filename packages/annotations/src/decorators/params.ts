import * as http from '@writ/http';
import type { StandardSchemaV1, Type, InferValue } from '@writ/http';
import { captureOrigin, type AbstractClass, type Optional, type Param } from '@writ/http/kernel';
import { createParamDecorator, type ParamDecorator } from './param-decorator.ts';
import { createLazyBeanParam } from './bean-param.ts';
import type { ProviderSource, ReaderSource } from '../components/roles.ts';

/** A binding, for verbs and `route({...})`, that is a decorator as well. */
export interface AnnotatedParam<T> extends Param<T>, ParamDecorator<T> {}

type Checked<T, O> = O | Extract<T, undefined>;

/** Conditional for the reason that {@link Given} is. */
type Checking<O, P> = [O] extends [unknown] ? P : never;

/** An annotation of a value that is converted from a string of the request. */
export interface AnnotatedText<T> extends AnnotatedParam<T> {
  /** Used when the value is absent; goes through the same conversion. */
  default(text: string): AnnotatedText<Exclude<T, undefined>>;
  /** Makes the value from its text, instead of the type's conversion. */
  reader(reader: ReaderSource<Exclude<T, undefined>>): AnnotatedText<T>;
  /**
   * Checks the converted value; what the schema gives is the argument. Without a schema it is an object of a class, which
   * the validator checks (`validateWith`), or the class's `static schema`.
   */
  valid<O>(schema: StandardSchemaV1<unknown, O>): Checking<O, AnnotatedText<Checked<T, O>>>;
  valid(): AnnotatedText<T>;
}

/** An annotation of a value of the query string. */
export interface AnnotatedQuery<T> extends AnnotatedText<T> {
  /** Used when the value is absent; goes through the same conversion. */
  default(text: string): AnnotatedQuery<Exclude<T, undefined>>;
  /** Makes the value from its text, instead of the type's conversion. */
  reader(reader: ReaderSource<Exclude<T, undefined>>): AnnotatedQuery<T>;
  /** Checks the converted value, by the schema or by the validator. */
  valid<O>(schema: StandardSchemaV1<unknown, O>): Checking<O, AnnotatedQuery<Checked<T, O>>>;
  valid(): AnnotatedQuery<T>;
  /** The text as sent, not decoded. */
  raw(): AnnotatedQuery<T>;
}

/** An annotation of an object that a context provider gives. */
export interface AnnotatedContext<T> extends AnnotatedParam<T> {
  /** The text that the object is made from when nothing provides it. */
  default(text: string): AnnotatedContext<Exclude<T, undefined>>;
  /** Asked for the object, before the providers that are registered. */
  from(provider: ProviderSource<Exclude<T, undefined>>): AnnotatedContext<T>;
}

/** An annotation of an object that is made of several values. */
export interface AnnotatedBean<T> extends AnnotatedParam<T> {
  /** The same of the object. */
  valid<O>(schema: StandardSchemaV1<unknown, O>): Checking<O, AnnotatedBean<O>>;
  valid(): AnnotatedBean<T>;
}

/**
 * Without a type: only a decorator, whose type is that of what it stands on, as `design:paramtypes` gives it. No
 * binding, since a verb or `route({...})` could check no handler against it.
 */
export interface UntypedText extends ParamDecorator<unknown> {
  /** Used when the value is absent; goes through the same conversion. */
  default(text: string): UntypedText;
  /** Makes the value from its text, instead of the type's conversion. */
  reader(reader: ReaderSource): UntypedText;
  /** Checks the converted value, by the schema or by the validator. */
  valid(schema?: StandardSchemaV1): UntypedText;
}

/** The same for the query string. */
export interface UntypedQuery extends UntypedText {
  /** Used when the value is absent; goes through the same conversion. */
  default(text: string): UntypedQuery;
  /** Makes the value from its text, instead of the type's conversion. */
  reader(reader: ReaderSource): UntypedQuery;
  /** Checks the converted value, by the schema or by the validator. */
  valid(schema?: StandardSchemaV1): UntypedQuery;
  /** The text as sent, not decoded. */
  raw(): UntypedQuery;
}

/** The same for an object that a context provider gives. */
export interface UntypedContext extends ParamDecorator<unknown> {
  /** The text that the object is made from when nothing provides it. */
  default(text: string): UntypedContext;
  /** The provider that is called before those that are registered. */
  from(provider: ProviderSource): UntypedContext;
}

/** The same for an object that is made of several values. */
export interface UntypedBean extends ParamDecorator<unknown> {
  /** Checks the object, by the schema or by the validator. */
  valid(schema?: StandardSchemaV1): UntypedBean;
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
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.PathParam(name, assumeTyped<Type>(type)), captureOrigin(PathParam));
}

/** A value of the query. An array type takes all repeats, another the last. */
export function QueryParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedQuery<InferValue<D>>, UntypedQuery> {
  return createParamDecorator(http.QueryParam(name, assumeTyped<Type>(type)), captureOrigin(QueryParam));
}

/** A matrix parameter, `;name=value`, of any segment of the path. An array type takes all, another the last. */
export function MatrixParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.MatrixParam(name, assumeTyped<Type>(type)), captureOrigin(MatrixParam));
}

/** A cookie of the request. */
export function CookieParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.CookieParam(name, assumeTyped<Type>(type)), captureOrigin(CookieParam));
}

/** A request header; the name in any case. */
export function HeaderParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.HeaderParam(name, assumeTyped<Type>(type)), captureOrigin(HeaderParam));
}

/** A field of a form, urlencoded or multipart. `FileUpload` and `File` take a file of it, and arrays of them all. */
export function FormParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.FormParam(name, assumeTyped<Type>(type)), captureOrigin(FormParam));
}

/** The body: JSON for objects, schemas and classes; `String`, `Uint8Array` and `ReadableStream` take it as it is. */
export function BodyParam<const D extends Type | undefined = undefined>(
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.BodyParam(assumeTyped<Type>(type)), captureOrigin(BodyParam));
}

/** `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`, `Toolkit`, `User` (or `optional(User)`), or what a provider gives. */
export function Context<const D extends ContextType | undefined = undefined>(
  type?: D,
): Given<D, AnnotatedContext<InferValue<D>>, UntypedContext> {
  return createParamDecorator(http.Context(assumeTyped<ContextType>(type)), captureOrigin(Context));
}

/** One object of a class whose fields and constructor parameters are annotated with where their values come from. */
export function BeanParam<const D extends AbstractClass | undefined = undefined>(
  type?: D,
): Given<D, AnnotatedBean<InferValue<D>>, UntypedBean> {
  const origin = captureOrigin(BeanParam);
  return createParamDecorator(createLazyBeanParam(type, origin), origin);
}

type ContextType = AbstractClass | Optional<AbstractClass>;

/** A binding without a type gets that of the parameter's declaration before a route has it. */
function assumeTyped<T>(type: T | undefined): T {
  return type as T;
}
