import { isKind } from '../contract/is-kind.ts';
import type { Literal, ObjectOf, Type } from '../contract/type.ts';

/** A field that shows which of several object types a value has. */
export interface Discriminator {
  readonly name: string;
  /** The index of the object type for each value of the field. */
  readonly indexes: ReadonlyMap<Literal, number>;
}

/** Returns the first field whose literals differ in all of the object types, or undefined if there is none. */
export function discriminatorOf(types: readonly Type[]): Discriminator | undefined {
  const objects = types.map(structureOf).filter((type) => isKind(type, 'object'));
  const [first] = objects;
  if (first === undefined || objects.length < types.length) return undefined;
  for (const name of Object.keys(first.fields)) {
    const indexes = indexesOf(name, objects);
    if (indexes !== undefined) return { name, indexes };
  }
  return undefined;
}

function indexesOf(name: string, objects: readonly ObjectOf[]): ReadonlyMap<Literal, number> | undefined {
  const indexes = new Map<Literal, number>();
  for (const [index, { fields }] of objects.entries()) {
    const values = Object.hasOwn(fields, name) ? literalsOf(fields[name]!) : [];
    if (values.length === 0 || values.some((value) => indexes.has(value))) return undefined;
    for (const value of values) indexes.set(value, index);
  }
  return indexes;
}

function structureOf(type: Type): Type {
  return isKind(type, 'recursive') ? structureOf(type.of) : type;
}

function literalsOf(type: Type): readonly Literal[] {
  return isKind(type, 'oneOf') ? type.values : [];
}
