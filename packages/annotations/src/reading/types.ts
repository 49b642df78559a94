import { isSubclass } from '@writ/diagnostics/internal';
import { int, isoDate, uuid, type StandardSchemaV1, type Type } from '@writ/http';
import type { Component } from '@writ/http/kernel';

type Constructor = abstract new (...args: any[]) => unknown;

/** What `design:paramtypes` says when it cannot say a type: a union, an interface, a type's element is erased. */
const vague = new Set<unknown>([Object, Function, Array, Promise, Symbol]);

/** The type that a parameter is declared with, when the metadata names one that values can be converted to. */
export function declaredType(design: unknown): Type | undefined {
  return typeof design === 'function' && !vague.has(design) ? (design as Type) : undefined;
}

/** False when a value of the type can never be what the parameter is declared with. */
export function agrees(type: Type, design: unknown): boolean {
  if (typeof design !== 'function' || design === Object || design === Function) return true;
  const made = madeBy(type);
  return made === undefined || isSubclass(made, design);
}

/** As `design:paramtypes` would name it; undefined when the type does not tell. */
export function madeBy(type: Type): Constructor | undefined {
  // What is not a type at all is found where types are made ready.
  if (typeof type !== 'object' && typeof type !== 'function') return undefined;
  // Some libraries make schemas that are functions.
  if ('~standard' in type) return madeBySchema(type as StandardSchemaV1);
  if (typeof type === 'function') return type as Constructor;
  if (!('kind' in type)) return oneConstructor(Object.values(type));
  switch (type.kind) {
    case 'optional':
    case 'nullable':
      return madeBy((type as { of: Type }).of);
    case 'array':
    case 'tuple':
      return Array;
    case 'template':
      return String;
    case 'oneOf':
      return oneConstructor((type as { values: readonly unknown[] }).values);
    case 'codec':
      // What a codec of somebody's own makes is known to the compiler only.
      return codecs.get(type);
    default:
      return undefined;
  }
}

const codecs = new Map<unknown, Constructor>([
  [int, Number],
  [uuid, String],
  [isoDate, Date],
]);

const jsonTypes: Readonly<Record<string, Constructor>> = {
  integer: Number,
  number: Number,
  string: String,
  boolean: Boolean,
  array: Array,
};

function madeBySchema(schema: StandardSchemaV1): Constructor | undefined {
  try {
    const json = schema['~standard'].jsonSchema?.output({ target: 'draft-2020-12' });
    return jsonTypes[String(json?.['type'])];
  } catch {
    // A schema whose output JSON Schema cannot say, such as a date.
    return undefined;
  }
}

function oneConstructor(values: readonly unknown[]): Constructor | undefined {
  const kinds = new Set(values.map((value) => typeof value));
  if (kinds.size !== 1) return undefined;
  return { string: String, number: Number, boolean: Boolean }[[...kinds][0] as string];
}

/** Whether what a component gives may be of the type; one that does not say its types may give anything. */
export function fitsContext({ types }: Component<any>, type: unknown): boolean {
  return types === undefined || types.some((given) => isSubclass(given, type));
}

/** As an author writes it in an annotation: `String`, `Note`, `optional(int)`. */
export function typeName(type: unknown): string {
  if (typeof type === 'function') return type.name;
  const { kind, name, of } = (type ?? {}) as { kind?: unknown; name?: unknown; of?: unknown };
  if (kind === 'codec') return String(name);
  if (of !== undefined) return `${String(kind)}(${typeName(of)})`;
  return typeof kind === 'string' ? kind : 'this schema';
}

/** As an author declares it: `string`, `Note`. */
export function declaredName(design: unknown): string {
  const name = typeName(design);
  return [Number, String, Boolean, BigInt].some((known) => known === design) ? name.toLowerCase() : name;
}
