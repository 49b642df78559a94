import { isSubclass } from '@writ/diagnostics/internal';
import { int, isoDate, uuid, type StandardSchemaV1, type Type } from '@writ/http';
import type { Component } from '@writ/http/kernel';
import { isClass, propertyOf, type Class } from '../recording/reflection.ts';

/** What `design:paramtypes` says when it cannot say a type: a union, an interface, a type's element is erased. */
const ERASED_TYPES = new Set<unknown>([Object, Function, Array, Promise, Symbol]);

/** The type that a parameter is declared with, when the metadata names one that values can be converted to. */
export function declaredType(design: unknown): Type | undefined {
  return isClass(design) && !ERASED_TYPES.has(design) ? design : undefined;
}

/** False when a value of the type can never be what the parameter is declared with. */
export function matchesDeclaredType(type: Type, design: unknown): boolean {
  if (typeof design !== 'function' || design === Object || design === Function) return true;
  const made = runtimeClassOf(type);
  return made === undefined || isSubclass(made, design);
}

/** As `design:paramtypes` would name it; undefined when the type does not tell. */
export function runtimeClassOf(type: Type): Class | undefined {
  // What is not a type at all is found where types are made ready.
  if (typeof type !== 'object' && typeof type !== 'function') return undefined;
  // Some libraries make schemas that are functions.
  if (isSchema(type)) return schemaOutputClass(type);
  if (isClass(type)) return type;
  if (!isDescription(type)) return commonClassOf(Object.values(type));
  switch (type.kind) {
    case 'optional':
    case 'nullable':
      return runtimeClassOf(type.of);
    case 'array':
    case 'tuple':
      return Array;
    case 'template':
      return String;
    case 'oneOf':
      return commonClassOf(type.values);
    case 'codec':
      // What a codec of somebody's own makes is known to the compiler only.
      return CODEC_CLASSES.get(type);
    default:
      return undefined;
  }
}

/** What `optional(…)`, `array(…)`, `codec(…)` and their like return; others are enums. */
function isDescription(type: Type): type is Extract<Type, { readonly kind: string }> {
  return 'kind' in type;
}

function isSchema(type: Type): type is StandardSchemaV1 {
  return '~standard' in type;
}

const CODEC_CLASSES = new Map<unknown, Class>([
  [int, Number],
  [uuid, String],
  [isoDate, Date],
]);

const JSON_CLASSES: Readonly<Record<string, Class>> = {
  integer: Number,
  number: Number,
  string: String,
  boolean: Boolean,
  array: Array,
};

function schemaOutputClass(schema: StandardSchemaV1): Class | undefined {
  try {
    const json = schema['~standard'].jsonSchema?.output({ target: 'draft-2020-12' });
    return JSON_CLASSES[String(json?.['type'])];
  } catch {
    // A schema whose output JSON Schema cannot say, such as a date.
    return undefined;
  }
}

function commonClassOf(values: readonly unknown[]): Class | undefined {
  const kinds = new Set(values.map((value) => typeof value));
  const [kind = ''] = kinds;
  return kinds.size === 1 ? JSON_CLASSES[kind] : undefined;
}

/** Whether what a component gives may be of the type; one that does not say its types may give anything. */
export function canProvide({ types }: Component<unknown>, type: unknown): boolean {
  return types === undefined || types.some((given) => isSubclass(given, type));
}

/** As an author writes it in an annotation: `String`, `Note`, `optional(int)`. */
export function typeName(type: unknown): string {
  if (typeof type === 'function') return type.name;
  const kind = propertyOf(type, 'kind');
  if (kind === 'codec') return String(propertyOf(type, 'name'));
  const of = propertyOf(type, 'of');
  if (of !== undefined) return `${String(kind)}(${typeName(of)})`;
  return typeof kind === 'string' ? kind : 'this schema';
}

/** As an author declares it: `string`, `Note`. */
export function declaredName(design: unknown): string {
  const name = typeName(design);
  return [Number, String, Boolean, BigInt].some((known) => known === design) ? name.toLowerCase() : name;
}
