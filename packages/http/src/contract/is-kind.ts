import { isSchema } from './standard-schema.ts';
import type {
  Anything,
  ArrayOf,
  Codec,
  MapOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  Recursive,
  Self,
  SetOf,
  Template,
  TupleOf,
  Type,
  UnionOf,
} from './type.ts';

/** The structures that `optional(…)`, `array(…)` and similar functions return. */
export interface Kinds {
  readonly optional: Optional;
  readonly nullable: Nullable;
  readonly array: ArrayOf;
  readonly tuple: TupleOf;
  readonly template: Template;
  readonly union: UnionOf;
  readonly set: SetOf;
  readonly map: MapOf;
  readonly recursive: Recursive;
  readonly self: Self;
  readonly oneOf: OneOf;
  readonly object: ObjectOf;
  readonly unknown: Anything;
  readonly codec: Codec;
}

/** Whether a type is of this kind. Returns false for a schema, even if its library defines a `kind` property. */
export function isKind<K extends keyof Kinds>(type: Type, kind: K): type is Kinds[K] {
  return typeof type === 'object' && type !== null && 'kind' in type && type.kind === kind && !isSchema(type);
}

/** Types that wrap one other type, in the property `of`. */
type Wrapper = Kinds['optional' | 'nullable' | 'array' | 'set' | 'map' | 'recursive'];

const WRAPPERS = ['optional', 'nullable', 'array', 'set', 'map', 'recursive'] as const;

/** Whether a type wraps one other type, in the property `of`. */
export function isWrapper(type: Type): type is Wrapper {
  return WRAPPERS.some((kind) => isKind(type, kind));
}
