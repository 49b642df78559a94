import { toProvider, toReader, type ProviderLike, type ReaderLike } from './readers/reader-like.ts';
import {
  toBinding,
  type Bindable,
  type Binding,
  type BodyBinding,
  type BindingOf,
  type ContextBinding,
  type NamedBinding,
} from '../contract/route.ts';
import type { StandardSchemaV1 } from '../contract/standard-schema.ts';
import type { AbstractClass, Optional, Type, InferValue } from '../contract/type.ts';

/**
 * The result of `PathParam('id', int)` and similar functions: plain data under `binding`, with methods that return a
 * modified copy. The functions of the same names in `annotations` return the same, callable as decorators; so one
 * vocabulary serves `route({...})`, verbs, parameters and fields.
 */
export interface Param<T> extends BindingOf<T> {
  readonly binding: Binding<T>;
}

/** The output of a schema for a value of type `T`; an optional value stays optional. */
type CheckedValue<T, O> = O | Extract<T, undefined>;

/** The type that a reader returns for one string; for an array, the type of its elements. */
type ReaderValue<T> =
  Exclude<T, undefined> extends readonly (infer E)[] ? E | Exclude<T, undefined> : Exclude<T, undefined>;

/** A binding whose value is converted from a string of the request. */
export interface TextParam<T> extends Param<T> {
  /** Used when the value is absent; goes through the same conversion. */
  default(text: string): TextParam<Exclude<T, undefined>>;
  /** Reads the value from its string, instead of the type's conversion. */
  reader(reader: ReaderLike<ReaderValue<T>>): TextParam<T>;
  /**
   * Validates the converted value; the output of the schema is the argument. Without a schema, the value must be an
   * object of a class, which the router's validator or the class's `static schema` validates.
   */
  valid<O>(schema: StandardSchemaV1<any, O>): TextParam<CheckedValue<T, O>>;
  valid(): TextParam<T>;
}

/** A binding of the query string. */
export interface QueryTextParam<T> extends TextParam<T> {
  /** Used when the value is absent; goes through the same conversion. */
  default(text: string): QueryTextParam<Exclude<T, undefined>>;
  /** Reads the value from its string, instead of the type's conversion. */
  reader(reader: ReaderLike<ReaderValue<T>>): QueryTextParam<T>;
  /** Checks the converted value, by the schema or by the validator of the router. */
  valid<O>(schema: StandardSchemaV1<any, O>): QueryTextParam<CheckedValue<T, O>>;
  valid(): QueryTextParam<T>;
  /** The string as sent, not decoded. */
  raw(): QueryTextParam<T>;
}

/** A binding of the body. */
export interface WholeBodyParam<T> extends Param<T> {
  /** Used if there is no body; it is converted like a string. */
  default(text: string): WholeBodyParam<Exclude<T, undefined>>;
  /** Makes the value from the body, instead of the readers of scopes and registries. */
  reader(reader: ReaderLike<Exclude<T, undefined>>): WholeBodyParam<T>;
  /** Validates the value that was read. */
  valid<O>(schema: StandardSchemaV1<any, O>): WholeBodyParam<CheckedValue<T, O>>;
  valid(): WholeBodyParam<T>;
}

/** A binding of an object of a context provider. */
export interface ContextParam<T> extends Param<T> {
  /** A string that is converted to the object if no provider or filter supplies it. */
  default(text: string): ContextParam<Exclude<T, undefined>>;
  /** Asked for the object, before the providers that are registered. */
  from(provider: ProviderLike<Exclude<T, undefined>>): ContextParam<T>;
}

/** A binding of an object made of several values. */
export interface WholeBeanParam<T> extends Param<T> {
  /** Validates the object. */
  valid<O>(schema: StandardSchemaV1<any, O>): WholeBeanParam<O>;
  valid(): WholeBeanParam<T>;
}

/** The variable `{name}` of the route's pattern. */
export function PathParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'path', name, type });
}

/** A value of the query. Array types get all repeats, other types the last. */
export function QueryParam<const D extends Type>(name: string, type: D): QueryTextParam<InferValue<D>> {
  return textParam({ source: 'query', name, type });
}

/** A matrix parameter, `;name=value`, of any segment of the path. Array types get all repeats, other types the last. */
export function MatrixParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'matrix', name, type });
}

/** A cookie. Array types get all cookies of that name, other types the first. */
export function CookieParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'cookie', name, type });
}

/** A request header; the name in any case. */
export function HeaderParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'header', name, type });
}

/** A field of a form, urlencoded or multipart. `FileUpload` and `File` get a file, arrays of them all files. */
export function FormParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'form', name, type });
}

/** The body: JSON for objects, schemas and classes; unchanged for `String`, `Uint8Array` and `ReadableStream`. */
export function BodyParam<const D extends Type>(type: D): WholeBodyParam<InferValue<D>> {
  return bodyParam({ source: 'body', type });
}

/**
 * `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`, `Toolkit`, `User` (or `optional(User)`), or an object
 * of a provider.
 */
export function Context<const D extends AbstractClass | Optional<AbstractClass>>(
  type: D,
): ContextParam<InferValue<D>> {
  return contextParam({ source: 'context', type });
}

/** The construction of a bean: by `new` with the values of the parameters; then the fields are assigned. */
export interface BeanInit<T> {
  readonly type: AbstractClass<T>;
  readonly parameters?: readonly Bindable[];
  /** An absent value leaves the field as the class initialized it. */
  readonly fields?: Readonly<Record<string | symbol, Bindable>>;
}

/** One object made of several values of the request. */
export function BeanParam<T>({ type, parameters = [], fields = {} }: BeanInit<T>): WholeBeanParam<T> {
  return beanParam({
    source: 'bean',
    type,
    parameters: parameters.map(toBinding),
    fields: Reflect.ownKeys(fields).map((name) => ({ name, binding: toBinding(fields[name]!) })),
  });
}

function textParam<T>(binding: NamedBinding<any>): QueryTextParam<T> {
  if (typeof binding.name !== 'string' || binding.name === '') {
    const what = `${binding.source.charAt(0).toUpperCase()}${binding.source.slice(1)}Param`;
    throw new TypeError(`${what} requires a name as its first argument: ${what}('name', String)`);
  }
  const changed = <U>(more: Partial<NamedBinding>): QueryTextParam<U> => textParam({ ...binding, ...more });
  return {
    binding,
    default: (value) => changed({ default: value }),
    reader: (reader) => changed({ reader: toReader(reader) }),
    valid: (schema?: StandardSchemaV1): any => changed({ valid: schema ?? true }),
    raw: () => changed({ raw: true }),
  };
}

function bodyParam<T>(binding: BodyBinding<any>): WholeBodyParam<T> {
  const changed = <U>(more: Partial<BodyBinding>): WholeBodyParam<U> => bodyParam({ ...binding, ...more });
  return {
    binding,
    default: (value) => changed({ default: value }),
    reader: (reader) => changed({ reader: toReader(reader) }),
    valid: (schema?: StandardSchemaV1): any => changed({ valid: schema ?? true }),
  };
}

function contextParam<T>(binding: ContextBinding<any>): ContextParam<T> {
  return {
    binding,
    default: (value) => contextParam({ ...binding, default: value }),
    from: (provider) => contextParam({ ...binding, provider: toProvider(provider) }),
  };
}

function beanParam<T>(binding: Binding<any> & { readonly source: 'bean' }): WholeBeanParam<T> {
  return {
    binding,
    valid: (schema?: StandardSchemaV1): any => beanParam({ ...binding, valid: schema ?? true }),
  };
}
