import { isSubclass } from '@writ/diagnostics/internal';
import { int, isoDate, uuid, type StandardSchemaV1, type Type } from '@writ/http';
import { listEnumValues, type Component, type EnumObject } from '@writ/http/kernel';
import { isClass, propertyOf, type Class } from '../recording/reflection.ts';

/** The classes that `design:paramtypes` contains for erased types: unions, interfaces and element types. */
const ERASED_TYPES = new Set<unknown>([Object, Function, Array, Promise, Symbol]);

/** Returns the declared type in the metadata; undefined if values cannot be converted to it. */
export function declaredType(design: unknown): Type | undefined {
  return isClass(design) && !ERASED_TYPES.has(design) ? design : undefined;
}

/** Whether the class of the type's values is the declared class or a subclass of it; true if either is unknown. */
export function matchesDeclaredType(type: Type, design: unknown): boolean {
  if (typeof design !== 'function' || design === Object || design === Function) return true;
  const runtimeClass = runtimeClassOf(type);
  return runtimeClass === undefined || isSubclass(runtimeClass, design);
}

/** Returns the class of the type's values at run time, as in `design:paramtypes`; undefined if unknown. */
export function runtimeClassOf(type: Type): Class | undefined {
  if (isInvalidType(type)) return undefined;
  // Some libraries' schemas are functions.
  if (isSchemaType(type)) return schemaOutputClass(type);
  if (isClass(type)) return type;
  if (isEnumObject(type)) return commonClassOf(listEnumValues(type));
  if (!isDescription(type)) return undefined;
  switch (type.kind) {
    case 'optional':
    case 'nullable':
      return runtimeClassOf(type.of);
    case 'array':
    case 'tuple':
      return Array;
    case 'object':
      return Object;
    case 'set':
      return Set;
    case 'map':
      return Map;
    case 'recursive':
      return runtimeClassOf(type.of);
    case 'template':
      return String;
    case 'oneOf':
      return commonClassOf(type.values);
    case 'codec':
      // Only the compiler knows the output of a custom codec.
      return CODEC_CLASSES.get(type);
    default:
      return undefined;
  }
}

/** Whether the value is not a type, such as `undefined` because of an import cycle. The kernel reports it. */
export function isInvalidType(type: Type): boolean {
  return type === null || (typeof type !== 'object' && typeof type !== 'function');
}

/** Whether the type was created by `optional(…)`, `array(…)`, `codec(…)` or a similar function; others are enums. */
function isDescription(type: Type): type is Extract<Type, { readonly kind: string }> {
  return 'kind' in type;
}

/** Whether the type is an enum or an `as const` object. */
export function isEnumObject(type: Type): type is EnumObject {
  return typeof type === 'object' && !isSchemaType(type) && !isDescription(type);
}

/** Whether the type is a Standard Schema. */
export function isSchemaType(type: Type): type is StandardSchemaV1 {
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
    // JSON Schema cannot express the output, such as a date.
    return undefined;
  }
}

function commonClassOf(values: readonly unknown[]): Class | undefined {
  const kinds = new Set(values.map((value) => typeof value));
  const [kind = ''] = kinds;
  return kinds.size === 1 ? JSON_CLASSES[kind] : undefined;
}

/** Whether a component may supply the type; a component without declared types may supply any type. */
export function canProvide({ types }: Component<unknown>, type: unknown): boolean {
  return types === undefined || types.some((given) => isSubclass(given, type));
}

/** Formats the type as in an annotation: `String`, `Note`, `optional(int)`. */
export function typeName(type: unknown): string {
  if (typeof type === 'function') return type.name;
  const kind = propertyOf(type, 'kind');
  if (kind === 'codec') return String(propertyOf(type, 'name'));
  if (kind === 'oneOf')
    return `oneOf(${(propertyOf(type, 'values') as unknown[]).map((value) => JSON.stringify(value)).join(', ')})`;
  const of = propertyOf(type, 'of');
  if (of !== undefined) return `${String(kind)}(${typeName(of)})`;
  return typeof kind === 'string' ? kind : 'this schema';
}

/** Formats the type as in a declaration: `string`, `Note`. */
export function declaredName(design: unknown): string {
  const name = typeName(design);
  return [Number, String, Boolean, BigInt].some((known) => known === design) ? name.toLowerCase() : name;
}
