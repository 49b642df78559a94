import * as http from '@writ/http';
import type { StandardSchemaV1, Type, InferValue } from '@writ/http';
import { captureOrigin, type AbstractClass, type Optional, type Param } from '@writ/http/kernel';
import { createParamDecorator, type ParamDecorator } from './param-decorator.ts';
import { LazyBeanParam } from './bean-param.ts';
import type { ProviderSource, ReaderSource } from '../components/roles.ts';

/** A binding for verbs and `route({...})` that is also a decorator. */
export interface AnnotatedParam<T> extends Param<T>, ParamDecorator<T> {}

type Checked<T, O> = O | Extract<T, undefined>;

/** A conditional type, for the same reason as {@link Given}. */
type Checking<O, P> = [O] extends [unknown] ? P : never;

/** An annotation for a value that is converted from a string in the request. */
export interface AnnotatedText<T> extends AnnotatedParam<T> {
  /** Sets the string that is converted if the value is missing. */
  default(text: string): AnnotatedText<Exclude<T, undefined>>;
  /** Sets the reader that creates the value from the string, instead of the type's conversion. */
  reader(reader: ReaderSource<Exclude<T, undefined>>): AnnotatedText<T>;
  /**
   * Validates the converted value; the schema's output is the argument. Without a schema, an instance of a class is
   * validated by the validator (`validateWith`) or by the class's `static schema`.
   */
  valid<O>(schema: StandardSchemaV1<unknown, O>): Checking<O, AnnotatedText<Checked<T, O>>>;
  valid(): AnnotatedText<T>;
}

/** An annotation for a query value. */
export interface AnnotatedQuery<T> extends AnnotatedText<T> {
  /** Sets the string that is converted if the value is missing. */
  default(text: string): AnnotatedQuery<Exclude<T, undefined>>;
  /** Sets the reader that creates the value from the string, instead of the type's conversion. */
  reader(reader: ReaderSource<Exclude<T, undefined>>): AnnotatedQuery<T>;
  /** Validates the converted value, with the schema or the validator. */
  valid<O>(schema: StandardSchemaV1<unknown, O>): Checking<O, AnnotatedQuery<Checked<T, O>>>;
  valid(): AnnotatedQuery<T>;
  /** Passes the string as sent, without decoding. */
  raw(): AnnotatedQuery<T>;
}

/** An annotation for an object that a context provider returns. */
export interface AnnotatedContext<T> extends AnnotatedParam<T> {
  /** Sets the string from which the object is created if no provider or filter supplies it. */
  default(text: string): AnnotatedContext<Exclude<T, undefined>>;
  /** Sets the provider of the object, which is used instead of the registered providers. */
  from(provider: ProviderSource<Exclude<T, undefined>>): AnnotatedContext<T>;
}

/** An annotation for an object that is created from several values. */
export interface AnnotatedBean<T> extends AnnotatedParam<T> {
  /** Validates the object, with the schema or the validator. */
  valid<O>(schema: StandardSchemaV1<unknown, O>): Checking<O, AnnotatedBean<O>>;
  valid(): AnnotatedBean<T>;
}

/**
 * An annotation without a type is only a decorator, and the type comes from the declaration of the parameter or field.
 * It cannot be a binding, because a verb or `route({...})` could not check a handler against it.
 */
export interface UntypedText extends ParamDecorator<unknown> {
  /** Sets the string that is converted if the value is missing. */
  default(text: string): UntypedText;
  /** Sets the reader that creates the value from the string, instead of the type's conversion. */
  reader(reader: ReaderSource): UntypedText;
  /** Validates the converted value, with the schema or the validator. */
  valid(schema?: StandardSchemaV1): UntypedText;
}

/** An annotation without a type, for a query value. */
export interface UntypedQuery extends UntypedText {
  /** Sets the string that is converted if the value is missing. */
  default(text: string): UntypedQuery;
  /** Sets the reader that creates the value from the string, instead of the type's conversion. */
  reader(reader: ReaderSource): UntypedQuery;
  /** Validates the converted value, with the schema or the validator. */
  valid(schema?: StandardSchemaV1): UntypedQuery;
  /** Passes the string as sent, without decoding. */
  raw(): UntypedQuery;
}

/** An annotation without a type, for an object that a context provider returns. */
export interface UntypedContext extends ParamDecorator<unknown> {
  /** Sets the string from which the object is created if no provider or filter supplies it. */
  default(text: string): UntypedContext;
  /** Sets the provider of the object, which is used instead of the registered providers. */
  from(provider: ProviderSource): UntypedContext;
}

/** An annotation without a type, for an object that is created from several values. */
export interface UntypedBean extends ParamDecorator<unknown> {
  /** Validates the object, with the schema or the validator. */
  valid(schema?: StandardSchemaV1): UntypedBean;
}

/**
 * The result of an annotation with or without a type. The type is conditional because the compiler defers calls with a
 * callable return type, and would not infer the handler's parameters in `route({...})`.
 */
export type Given<D, Typed, Untyped> = [D] extends [Type] ? Typed : Untyped;

/** Binds the variable `{name}` of the route's path. */
export function PathParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.PathParam(name, assumeTyped<Type>(type)), captureOrigin(PathParam));
}

/** Binds a query value. An array type receives all values with the name; any other type receives the last value. */
export function QueryParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedQuery<InferValue<D>>, UntypedQuery> {
  return createParamDecorator(http.QueryParam(name, assumeTyped<Type>(type)), captureOrigin(QueryParam));
}

/**
 * Binds a matrix parameter, `;name=value`, in any path segment. An array type receives all values; any other type
 * receives the last value.
 */
export function MatrixParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.MatrixParam(name, assumeTyped<Type>(type)), captureOrigin(MatrixParam));
}

/**
 * Binds a request cookie. If several cookies have the name, an array type receives all of them; any other type receives
 * the first one.
 */
export function CookieParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.CookieParam(name, assumeTyped<Type>(type)), captureOrigin(CookieParam));
}

/**
 * Binds a request header; the name is case-insensitive. An array type receives the elements of its comma-separated
 * list.
 */
export function HeaderParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.HeaderParam(name, assumeTyped<Type>(type)), captureOrigin(HeaderParam));
}

/**
 * Binds a field of a urlencoded or multipart form. `FileUpload` and `File` receive one file; arrays of these types
 * receive all files.
 */
export function FormParam<const D extends Type | undefined = undefined>(
  name: string,
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.FormParam(name, assumeTyped<Type>(type)), captureOrigin(FormParam));
}

/**
 * Binds the body: JSON for objects, schemas and classes; unconverted for `String`, `Uint8Array` and `ReadableStream`.
 */
export function BodyParam<const D extends Type | undefined = undefined>(
  type?: D,
): Given<D, AnnotatedText<InferValue<D>>, UntypedText> {
  return createParamDecorator(http.BodyParam(assumeTyped<Type>(type)), captureOrigin(BodyParam));
}

/**
 * Binds a context object: `HttpRequest`, `HttpResponse`, `RoutingContext`, `RouteDefinition`, `AbortSignal`, `Toolkit`,
 * `EventBus`, `User` (or `optional(User)`), or an object that a provider or filter supplies.
 */
export function Context<const D extends ContextType | undefined = undefined>(
  type?: D,
): Given<D, AnnotatedContext<InferValue<D>>, UntypedContext> {
  return createParamDecorator(http.Context(assumeTyped<ContextType>(type)), captureOrigin(Context));
}

/** Binds an instance of a class whose fields and constructor parameters are annotated with their sources. */
export function BeanParam<const D extends AbstractClass | undefined = undefined>(
  type?: D,
): Given<D, AnnotatedBean<InferValue<D>>, UntypedBean> {
  const origin = captureOrigin(BeanParam);
  return createParamDecorator(new LazyBeanParam(type, origin), origin);
}

type ContextType = AbstractClass | Optional<AbstractClass>;

/**
 * Returns the type as if it were defined: the parameter's declared type replaces an omitted one before the route is
 * created.
 */
function assumeTyped<T>(type: T | undefined): T {
  return type as T;
}
