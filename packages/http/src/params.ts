import type { Binding, Carries, NamedBinding } from './route.ts';
import type { AbstractClass, Optional, Type, Value } from './values/type.ts';

/**
 * What `PathParam('id', int)` and its like return: plain data under `binding`, and what a second annotation would
 * say, as methods that return a changed copy. The annotations' functions of the same names return the same, made
 * callable as decorators; so one vocabulary serves `route({...})`, verbs, parameters and fields.
 */
export interface Param<T> extends Carries<T> {
  readonly binding: Binding<T>;
}

export interface TextParam<T> extends Param<T> {
  /** Used when the value is absent; goes through the same conversion. */
  default(text: string): TextParam<Exclude<T, undefined>>;
}

export interface QueryTextParam<T> extends Param<T> {
  default(text: string): QueryTextParam<Exclude<T, undefined>>;
  /** The text as sent, not decoded. */
  raw(): QueryTextParam<T>;
}

/** The variable `{name}` of the route's pattern. */
export function PathParam<const D extends Type>(name: string, type: D): TextParam<Value<D>> {
  return text({ source: 'path', name, type });
}

/** A value of the query. An array type takes all repeats, another the last. */
export function QueryParam<const D extends Type>(name: string, type: D): QueryTextParam<Value<D>> {
  return text({ source: 'query', name, type });
}

/** A request header; the name in any case. */
export function HeaderParam<const D extends Type>(name: string, type: D): TextParam<Value<D>> {
  return text({ source: 'header', name, type });
}

/** The body: JSON for objects, schemas and classes; `String`, `Uint8Array` and `ReadableStream` take it as it is. */
export function BodyParam<const D extends Type>(type: D): Param<Value<D>> {
  return { binding: { source: 'body', type } };
}

/** `HttpRequest`, `HttpResponse`, `RoutingContext`, `AbortSignal`, `Toolkit`, `User` (or `optional(User)`). */
export function Context<const D extends AbstractClass | Optional<AbstractClass>>(type: D): Param<Value<D>> {
  return { binding: { source: 'context', type } };
}

function text<T>(binding: NamedBinding<T>): QueryTextParam<T> {
  return {
    binding,
    default: (value) => text<Exclude<T, undefined>>({ ...(binding as NamedBinding<any>), default: value }),
    raw: () => text({ ...binding, raw: true }),
  };
}
