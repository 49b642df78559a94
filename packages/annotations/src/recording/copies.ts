import { lineage } from './records.ts';
import { isClass, memberNames, type Class } from './reflection.ts';

/** The classes and methods that any copy of this package in the process has annotated, with the URL of the copy. */
const annotated: WeakMap<object, string> = sharedMap(Symbol.for('writ.annotated'));

/** Returns the map that all copies of this package in the process share. */
function sharedMap(key: symbol): WeakMap<object, string> {
  const known: unknown = Reflect.get(globalThis, key);
  if (known instanceof WeakMap) return known as WeakMap<object, string>;
  const created = new WeakMap<object, string>();
  Object.defineProperty(globalThis, key, { value: created });
  return created;
}

/** Records that this copy of the package has annotated a class or a method. */
export function markAnnotated(target: object): void {
  annotated.set(target, import.meta.url);
}

/**
 * Returns the URL of another copy of this package that has annotated a class; undefined if none has, or if the value is
 * not a class.
 */
export function otherCopyOf(value: unknown): string | undefined {
  if (!isClass(value)) return undefined;
  const copies = lineage(value).flatMap((type) => [
    annotated.get(type),
    ...memberNames(type).map((name) => copyOfMethod(type, name)),
  ]);
  return copies.find((copy) => copy !== undefined && copy !== import.meta.url);
}

/** Returns the URL of the copy that has annotated a method with standard decorators, which do not learn the class. */
function copyOfMethod(type: Class, name: string | symbol): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(type.prototype, name)?.value;
  return typeof value === 'function' ? annotated.get(value) : undefined;
}
