import type { JsonSchema } from '@writ/http/kernel';

/** The part of a TypeScript type's structure that determines its JSON form. */
export type Shape =
  /** Any value: `unknown`, `any`, and types that are not supported. */
  | { readonly kind: 'any' }
  | { readonly kind: 'never' }
  | { readonly kind: 'undefined' }
  | { readonly kind: 'null' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** A type whose JSON form does not depend on type arguments: `string`, `Date`. */
  | { readonly kind: 'value'; readonly schema: JsonSchema }
  | { readonly kind: 'array'; readonly of: Shape }
  | { readonly kind: 'tuple'; readonly of: readonly TupleElement[]; readonly rest?: Shape }
  | ObjectShape
  | { readonly kind: 'union'; readonly of: readonly Shape[] }
  /** A declared type, which may contain itself. */
  | NamedShape
  /** A value that JSON omits: a function or a symbol. */
  | { readonly kind: 'omitted' }
  /** Bytes: `Uint8Array`, `Blob`, a stream. */
  | { readonly kind: 'bytes' }
  /** `AsyncIterable<T>`, `Generator<T>` and similar types. */
  | { readonly kind: 'items'; readonly of: Shape }
  /** A stream of server-sent events. */
  | { readonly kind: 'events' }
  /** `RestResponse<T, S>`. */
  | { readonly kind: 'response'; readonly body: Shape; readonly status: Shape };

export interface TupleElement {
  readonly shape: Shape;
  readonly optional: boolean;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly properties: ReadonlyMap<string, Property>;
  /** The type of all other properties, from an index signature. */
  readonly rest?: Shape;
}

export interface Property {
  readonly shape: Shape;
  readonly optional: boolean;
  readonly description?: string;
  readonly deprecated?: true;
}

export interface NamedShape {
  readonly kind: 'named';
  readonly name: string;
  /** Identifies the declaration with its type arguments. */
  readonly key: string;
  readonly description?: string;
  readonly resolve: () => Shape;
}

export const ANY: Shape = { kind: 'any' };
export const NEVER: Shape = { kind: 'never' };
export const STRING: Shape = { kind: 'value', schema: { type: 'string' } };
export const NUMBER: Shape = { kind: 'value', schema: { type: 'number' } };
export const BOOLEAN: Shape = { kind: 'value', schema: { type: 'boolean' } };

/** The maximum number of aliases that refer to each other. */
const MAX_ALIASES = 50;

/** Returns the structure behind a declared name. */
export function expand(shape: Shape): Shape {
  let current = shape;
  for (let count = 0; current.kind === 'named'; count += 1) {
    if (count === MAX_ALIASES) return ANY;
    current = current.resolve();
  }
  return current;
}

/** Returns the union of shapes, without nested unions and `never`. */
export function unite(shapes: readonly Shape[]): Shape {
  const members = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  const present = members.filter(({ kind }) => kind !== 'never');
  if (present.length === 0) return NEVER;
  return present.length === 1 ? present[0]! : { kind: 'union', of: present };
}

/** Returns the alternatives of a shape, with declared names resolved if they are unions. */
export function alternatives(shape: Shape): readonly Shape[] {
  const structure = expand(shape);
  return structure.kind === 'union' ? structure.of.flatMap(alternatives) : [shape];
}

/** Returns the shape without the alternatives of these kinds. */
export function without(shape: Shape, ...kinds: readonly Shape['kind'][]): Shape {
  const all = alternatives(shape);
  const present = all.filter((each) => !kinds.includes(expand(each).kind));
  return present.length === all.length ? shape : unite(present);
}

/** Whether a property of this shape may be missing in JSON. */
export function mayBeAbsent(shape: Shape): boolean {
  return alternatives(shape).some((each) => ['undefined', 'omitted'].includes(expand(each).kind));
}
