import { isSchema } from './standard-schema.ts';
import type {
  Anything,
  ArrayOf,
  Codec,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
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
  readonly oneOf: OneOf;
  readonly object: ObjectOf<Readonly<Record<string, Type>>>;
  readonly unknown: Anything;
  readonly codec: Codec;
}

/** Whether a type has this kind. Returns false for a schema, even if its library defines a `kind` property. */
export function isKind<K extends keyof Kinds>(type: Type, kind: K): type is Kinds[K] {
  return typeof type === 'object' && type !== null && 'kind' in type && type.kind === kind && !isSchema(type);
}
