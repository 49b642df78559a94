import { packageClass, runtimeClass, type ClassReference, type ThreadMessageData } from './pack.ts';

/** Finds an application class. Returns undefined if this thread cannot find it. */
export type FindClass = (reference: ClassReference) => Promise<Function | undefined>;

/**
 * Unpacks a value and restores the classes of its objects. If this thread cannot find the class of an object, the
 * object becomes an instance of the nearest known base class, provided that it is an error or that `every` is false and
 * its unknown classes have no members. Otherwise, rejects with `TypeError`.
 */
export async function unpack(
  parcel: ThreadMessageData,
  find: FindClass,
  what: string,
  every: boolean,
): Promise<unknown> {
  const { value, instances, classes } = parcel;
  if (instances.length === 0) return value;
  const found = await Promise.all(classes.map((reference) => resolveClass(reference, find)));
  for (const { object, classes: numbers, fields } of instances) {
    const nearest = numbers.findIndex((number) => found[number] !== undefined);
    const unknown = (nearest === -1 ? numbers : numbers.slice(0, nearest)).map((number) => classes[number]!);
    const lost = object instanceof Error ? undefined : unknown.find(({ hasMembers }) => every || hasMembers);
    if (lost !== undefined) throw new TypeError(unknownClassMessage(lost.name, what));
    if (nearest !== -1) Object.setPrototypeOf(object, found[numbers[nearest]!]!.prototype as object);
    for (const [name, field, enumerable] of fields) {
      Object.defineProperty(object, name, { value: field, enumerable, writable: true, configurable: true });
    }
  }
  return value;
}

async function resolveClass(reference: ClassReference, find: FindClass): Promise<Function | undefined> {
  if (reference.owner === 'runtime') return runtimeClass(reference.name);
  if (reference.owner === 'package') return packageClass(reference.name);
  return await find(reference);
}

function unknownClassMessage(name: string, what: string): string {
  if (name === '') return `${what} contains an instance of an anonymous class: name the class and export it`;
  return `${what} contains an instance of ${name}, which the other thread cannot find: write "export class ${name}" once, in the module of the route or in one that it imports`;
}
