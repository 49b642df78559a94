import { toProvider, toReader, type ProviderLike, type ReaderLike } from './readers/reader-like.ts';
import {
  toBinding,
  type Bindable,
  type BeanBinding,
  type Binding,
  type BodyBinding,
  type BindingOf,
  type ContextBinding,
  type NamedBinding,
} from '../contract/route.ts';
import type { StandardSchemaV1 } from '../contract/standard-schema.ts';
import type { AbstractClass, Optional, Type, InferValue } from '../contract/type.ts';

/**
 * The result of `PathParam('id', int)` and similar functions: plain data in `binding`, with methods that return a
 * modified copy. In `annotations`, the functions with these names return a `Param` that is also a decorator, so the
 * same names work in `route({...})`, in annotations such as `@GET`, and on parameters and fields.
 */
export interface Param<T> extends BindingOf<T> {
  readonly binding: Binding<T>;
}

/** The type after validation by a schema with output `O`; an optional value remains optional. */
type CheckedValue<T, O> = O | Extract<T, undefined>;

/** The type that a reader returns for one string: the element type if the binding's type is an array. */
type ReaderValue<T> =
  Exclude<T, undefined> extends readonly (infer E)[] ? E | Exclude<T, undefined> : Exclude<T, undefined>;

/** A binding whose value is converted from a string in the request. */
export interface TextParam<T> extends Param<T> {
  /** Sets the value to use if the request contains none. It is converted like a value from the request. */
  default(text: string): TextParam<Exclude<T, undefined>>;
  /** Reads the value from its string with this reader instead of the type's conversion. */
  reader(reader: ReaderLike<ReaderValue<T>>): TextParam<T>;
  /**
   * Validates the converted value; the schema's output becomes the argument. Without a schema, the value must be an
   * instance of a class; the router's validator or the class's `static schema` validates it.
   */
  valid<O>(schema: StandardSchemaV1<unknown, O>): TextParam<CheckedValue<T, O>>;
  valid(): TextParam<T>;
}

/** A binding of a query parameter. */
export interface QueryTextParam<T> extends TextParam<T> {
  /** Sets the value to use if the request contains none. It is converted like a value from the request. */
  default(text: string): QueryTextParam<Exclude<T, undefined>>;
  /** Reads the value from its string with this reader instead of the type's conversion. */
  reader(reader: ReaderLike<ReaderValue<T>>): QueryTextParam<T>;
  /**
   * Validates the converted value with the schema or, without one, with the router's validator or the class's
   * `static schema`.
   */
  valid<O>(schema: StandardSchemaV1<unknown, O>): QueryTextParam<CheckedValue<T, O>>;
  valid(): QueryTextParam<T>;
  /** Binds the string as sent, without decoding. */
  raw(): QueryTextParam<T>;
}

/** A binding of the whole body. */
export interface WholeBodyParam<T> extends Param<T> {
  /** Sets the value to use if the request has no body. It is converted like a string from the request. */
  default(text: string): WholeBodyParam<Exclude<T, undefined>>;
  /** Reads the value from the body with this reader instead of the readers set by scopes and registries. */
  reader(reader: ReaderLike<Exclude<T, undefined>>): WholeBodyParam<T>;
  /** Validates the value read from the body. */
  valid<O>(schema: StandardSchemaV1<unknown, O>): WholeBodyParam<CheckedValue<T, O>>;
  valid(): WholeBodyParam<T>;
}

/** A binding of a context object. */
export interface ContextParam<T> extends Param<T> {
  /** Sets the string that is converted to the object if no provider or filter supplies one. */
  default(text: string): ContextParam<Exclude<T, undefined>>;
  /** Sets the provider of the object, which takes precedence over registered providers. */
  from(provider: ProviderLike<Exclude<T, undefined>>): ContextParam<T>;
}

/** A binding of an object composed of several values. */
export interface WholeBeanParam<T> extends Param<T> {
  /** Validates the object. */
  valid<O>(schema: StandardSchemaV1<unknown, O>): WholeBeanParam<O>;
  valid(): WholeBeanParam<T>;
}

/** Binds the variable `{name}` of the route's pattern. */
export function PathParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'path', name, type });
}

/**
 * Binds a query parameter. If the name is repeated, an array receives all values, and any other type receives the last
 * one.
 */
export function QueryParam<const D extends Type>(name: string, type: D): QueryTextParam<InferValue<D>> {
  return textParam({ source: 'query', name, type });
}

/**
 * Binds a matrix parameter, `;name=value`, from any segment of the path. If the name is repeated, an array receives all
 * values, and any other type receives the last one.
 */
export function MatrixParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'matrix', name, type });
}

/**
 * Binds a cookie. If several cookies have the name, an array receives all of them, and any other type receives the
 * first one.
 */
export function CookieParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'cookie', name, type });
}

/** Binds a request header. The name is case-insensitive. An array receives the elements of its comma-separated list. */
export function HeaderParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'header', name, type });
}

/**
 * Binds a field of a urlencoded or multipart form. `FileUpload` and `File` receive one file; an array of either
 * receives all files with the name.
 */
export function FormParam<const D extends Type>(name: string, type: D): TextParam<InferValue<D>> {
  return textParam({ source: 'form', name, type });
}

/**
 * Binds the body. For objects, schemas and classes, the body is parsed as JSON unless a reader applies. For `String`,
 * it is decoded, and for `Uint8Array` and `ReadableStream`, it is passed unchanged, regardless of its media type.
 */
export function BodyParam<const D extends Type>(type: D): WholeBodyParam<InferValue<D>> {
  return new BodyValueParam({ source: 'body', type });
}

/**
 * Binds `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`, `Toolkit`, `EventBus`, `User` (or
 * `optional(User)`), or an object that a provider supplies.
 */
export function Context<const D extends AbstractClass | Optional<AbstractClass>>(
  type: D,
): ContextParam<InferValue<D>> {
  return new ContextObjectParam({ source: 'context', type });
}

/**
 * Describes how a bean is constructed: its constructor receives the values of `parameters`, and then its fields are
 * assigned.
 */
export interface BeanInit<T> {
  readonly type: AbstractClass<T>;
  readonly parameters?: readonly Bindable[];
  /** If a value is missing, the field keeps its initial value. */
  readonly fields?: Readonly<Record<string | symbol, Bindable>>;
}

/** Binds an object composed of several values from the request. */
export function BeanParam<T>({ type, parameters = [], fields = {} }: BeanInit<T>): WholeBeanParam<T> {
  return new BeanObjectParam({
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
  return new NamedParam(binding);
}

// These are classes, because thousands of bindings share their methods, and would otherwise have their own functions.

class NamedParam<T> implements QueryTextParam<T> {
  readonly binding: NamedBinding<any>;

  constructor(binding: NamedBinding<any>) {
    this.binding = binding;
  }

  default(text: string): QueryTextParam<Exclude<T, undefined>> {
    return new NamedParam({ ...this.binding, default: text });
  }

  reader(reader: ReaderLike<any>): QueryTextParam<T> {
    return new NamedParam({ ...this.binding, reader: toReader(reader) });
  }

  valid(schema?: StandardSchemaV1): QueryTextParam<any> {
    return new NamedParam({ ...this.binding, valid: schema ?? true });
  }

  raw(): QueryTextParam<T> {
    return new NamedParam({ ...this.binding, raw: true });
  }
}

class BodyValueParam<T> implements WholeBodyParam<T> {
  readonly binding: BodyBinding<any>;

  constructor(binding: BodyBinding<any>) {
    this.binding = binding;
  }

  default(text: string): WholeBodyParam<Exclude<T, undefined>> {
    return new BodyValueParam({ ...this.binding, default: text });
  }

  reader(reader: ReaderLike<any>): WholeBodyParam<T> {
    return new BodyValueParam({ ...this.binding, reader: toReader(reader) });
  }

  valid(schema?: StandardSchemaV1): WholeBodyParam<any> {
    return new BodyValueParam({ ...this.binding, valid: schema ?? true });
  }
}

class ContextObjectParam<T> implements ContextParam<T> {
  readonly binding: ContextBinding<any>;

  constructor(binding: ContextBinding<any>) {
    this.binding = binding;
  }

  default(text: string): ContextParam<Exclude<T, undefined>> {
    return new ContextObjectParam({ ...this.binding, default: text });
  }

  from(provider: ProviderLike<any>): ContextParam<T> {
    return new ContextObjectParam({ ...this.binding, provider: toProvider(provider) });
  }
}

class BeanObjectParam<T> implements WholeBeanParam<T> {
  readonly binding: BeanBinding<any>;

  constructor(binding: BeanBinding<any>) {
    this.binding = binding;
  }

  valid(schema?: StandardSchemaV1): WholeBeanParam<any> {
    return new BeanObjectParam({ ...this.binding, valid: schema ?? true });
  }
}
