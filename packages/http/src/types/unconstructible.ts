import { isKind } from '../contract/is-kind.ts';
import { isSchema } from '../contract/standard-schema.ts';
import type { AbstractClass, Type } from '../contract/type.ts';
import { classConverter } from './class-type.ts';
import { PRIMITIVES } from './primitives.ts';

/** A built-in class whose state is not in its properties, and a hint that suggests an alternative. */
export interface UnconstructibleClass {
  readonly name: string;
  readonly hint: string;
}

const OTHERWISE = 'use another type and convert it in the handler, or register a reader';

const UNCONSTRUCTIBLE: readonly (readonly [type: Function, hint: string])[] = [
  [Set, 'write array(…) and convert it in the handler, or register a reader'],
  [Map, 'write object({}, type) and convert it in the handler, or register a reader'],
  [RegExp, 'write String and convert it in the handler, or register a reader'],
  [WeakMap, OTHERWISE],
  [WeakSet, OTHERWISE],
  [Promise, 'write the type that it resolves to'],
  [ArrayBuffer, 'write Uint8Array'],
  [DataView, 'write Uint8Array'],
  [Object.getPrototypeOf(Uint8Array) as Function, 'write array(Number), or Uint8Array'],
  [Headers, OTHERWISE],
  [URLSearchParams, OTHERWISE],
  [FormData, 'bind the fields of a form with FormParam'],
];

/**
 * Finds the first class in a type whose instances cannot be created from JSON. For example,
 * `Object.create(Set.prototype)` is not a set.
 */
export function findUnconstructible(type: Type): UnconstructibleClass | undefined {
  if (PRIMITIVES.has(type) || isSchema(type)) return undefined;
  if (typeof type === 'function') return asUnconstructible(type as AbstractClass);
  if (typeof type !== 'object' || type === null) return undefined;
  for (const part of partsOf(type)) {
    const found = findUnconstructible(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function asUnconstructible(type: AbstractClass): UnconstructibleClass | undefined {
  const found = UNCONSTRUCTIBLE.find(
    ([each]) => type === each || each.prototype.isPrototypeOf(type.prototype),
  );
  if (found === undefined) return undefined;
  // A subclass may be converted from strings.
  if (type !== found[0] && classConverter(type).text !== undefined) return undefined;
  return { name: type.name === '' ? 'class' : type.name, hint: found[1] };
}

function partsOf(type: Type): readonly Type[] {
  if (isKind(type, 'optional') || isKind(type, 'array') || isKind(type, 'nullable')) return [type.of];
  if (isKind(type, 'tuple')) return type.rest === undefined ? type.of : [...type.of, type.rest];
  if (isKind(type, 'union')) return type.of;
  if (!isKind(type, 'object')) return [];
  const fields = Object.values(type.fields);
  return type.rest === undefined ? fields : [...fields, type.rest];
}
