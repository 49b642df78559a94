import { isKind, isWrapper } from '../contract/is-kind.ts';
import { isSchema } from '../contract/standard-schema.ts';
import type { AbstractClass, Type } from '../contract/type.ts';
import { classConverter } from './class-type.ts';
import { PRIMITIVES } from './primitives.ts';

/** A built-in class whose state is not stored in its properties, with a hint that suggests an alternative. */
export interface UnconstructibleClass {
  readonly name: string;
  readonly hint: string;
}

const OTHERWISE = 'use another type and convert it in the handler, or register a reader';

/**
 * Hints by class name. All of the classes except `TypedArray` are global. The names are compared before the classes,
 * because Node loads some of the classes when they are accessed.
 */
const UNCONSTRUCTIBLE: ReadonlyMap<string, string> = new Map([
  ['Set', 'write array(…) and convert it in the handler, or register a reader'],
  ['Map', 'write object({}, type) and convert it in the handler, or register a reader'],
  ['RegExp', 'write String and convert it in the handler, or register a reader'],
  ['WeakMap', OTHERWISE],
  ['WeakSet', OTHERWISE],
  ['Promise', 'write the type that it resolves to'],
  ['ArrayBuffer', 'write Uint8Array'],
  ['DataView', 'write Uint8Array'],
  ['TypedArray', 'write array(Number), or Uint8Array'],
  ['Headers', OTHERWISE],
  ['URLSearchParams', OTHERWISE],
  ['FormData', 'bind the fields of a form with FormParam'],
]);

/** The base class of typed arrays, which is not global. */
const TypedArray = Object.getPrototypeOf(Uint8Array) as Function;

/**
 * Returns the first class in a type whose instances cannot be created from JSON; undefined if there is none. For
 * example, `Object.create(Set.prototype)` is not a set.
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
  const found = lineageOf(type).find(isUnconstructible);
  if (found === undefined) return undefined;
  // A subclass may be convertible from strings.
  if (type !== found && classConverter(type).text !== undefined) return undefined;
  return { name: type.name === '' ? 'class' : type.name, hint: UNCONSTRUCTIBLE.get(found.name)! };
}

function isUnconstructible(type: Function): boolean {
  if (!UNCONSTRUCTIBLE.has(type.name)) return false;
  return type === TypedArray || (globalThis as Readonly<Record<string, unknown>>)[type.name] === type;
}

/** Returns a class and its base classes. */
function lineageOf(type: Function): readonly Function[] {
  const lineage = [type];
  let prototype = type.prototype as object | null | undefined;
  while (typeof prototype === 'object' && prototype !== null) {
    if (typeof prototype.constructor === 'function') lineage.push(prototype.constructor);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return lineage;
}

function partsOf(type: Type): readonly Type[] {
  if (isWrapper(type)) return [type.of];
  if (isKind(type, 'tuple')) return type.rest === undefined ? type.of : [...type.of, type.rest];
  if (isKind(type, 'union')) return type.of;
  if (!isKind(type, 'object')) return [];
  const fields = Object.values(type.fields);
  return type.rest === undefined ? fields : [...fields, type.rest];
}
