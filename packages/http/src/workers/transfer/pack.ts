import { defined } from '@writ/diagnostics/internal';
import { HttpError } from '../../errors/http-error.ts';
import { RestResponse } from '../../exchange/rest-response.ts';
import { findPrivateMember } from './transfer-obstacle.ts';
import { privateMemberOf } from './private-member.ts';
import { classesOf, droppedProperties, findInstances, type DroppedProperty } from './instances.ts';

/** Identifies a class to the other thread. */
export interface ClassReference {
  readonly name: string;
  /** The origin of the class: the language or runtime, this package, or the application. */
  readonly owner: 'runtime' | 'package' | 'application';
  /** The index of the class in the list that both threads derive from the route. */
  readonly index?: number;
  /** The module that exports the class and the name of the export. */
  readonly exportedAs?: ClassExport;
  /** Whether the prototype has members other than the constructor. */
  readonly hasMembers: boolean;
}

export interface ClassExport {
  readonly module: string;
  readonly name: string;
}

/** A cloned object, and the properties and classes that cloning omits. */
interface ClonedInstance {
  readonly object: object;
  /** The classes of the object, as indexes into the list of classes in the message. */
  readonly classes: readonly number[];
  readonly fields: readonly DroppedProperty[];
}

/**
 * The message that transfers a value to another thread. In the clone, `instances` and `value` share the same objects.
 */
export interface ThreadMessageData {
  readonly value: unknown;
  readonly instances: readonly ClonedInstance[];
  readonly classes: readonly ClassReference[];
}

/** Looks up classes for the sender. */
export interface ClassIndex {
  indexOf(type: Function): number | undefined;
  exportOf(type: Function): ClassExport | undefined;
}

/** Classes in this package whose instances can be results or errors. */
const PACKAGE_CLASSES: readonly Function[] = [HttpError, RestResponse];

export function packageClass(name: string): Function | undefined {
  return PACKAGE_CLASSES.find((type) => type.name === name);
}

/**
 * Packs a value. Rejects with {@link NotTransferable} if the value contains an instance with private members. `what` is
 * the value's name in the error message.
 */
export async function pack(
  value: unknown,
  what: string,
  indexOf: () => ClassIndex | Promise<ClassIndex>,
): Promise<ThreadMessageData> {
  const found = findInstances(value);
  if (found.length === 0) return { value, instances: [], classes: [] };
  const numbers = new Map<Function, number>();
  const instances = found.map((object) => ({
    object,
    classes: classesOf(object).map((type) => numberOf(type, numbers)),
    fields: droppedProperties(object),
  }));
  const types = [...numbers.keys()];
  if (types.some((type) => privateMemberOf(type) !== undefined)) {
    throw new NotTransferable(findPrivateMember(value, what) ?? what);
  }
  const index = types.some((type) => ownerOf(type) === 'application') ? await indexOf() : undefined;
  return { value, instances, classes: types.map((type) => toReference(type, index)) };
}

/** Reports the part of a value that cannot be transferred to another thread, and the fix. */
export class NotTransferable extends Error {}

function numberOf(type: Function, numbers: Map<Function, number>): number {
  const number = numbers.get(type) ?? numbers.size;
  numbers.set(type, number);
  return number;
}

function toReference(type: Function, index: ClassIndex | undefined): ClassReference {
  const at = index?.indexOf(type);
  const exportedAs = index?.exportOf(type);
  return {
    name: type.name,
    owner: ownerOf(type),
    ...defined({ index: at, exportedAs }),
    hasMembers: Reflect.ownKeys(type.prototype as object).length > 1,
  };
}

function ownerOf(type: Function): ClassReference['owner'] {
  if (PACKAGE_CLASSES.includes(type)) return 'package';
  return runtimeClass(type.name) === type ? 'runtime' : 'application';
}

export function runtimeClass(name: string): Function | undefined {
  const type = (globalThis as Readonly<Record<string, unknown>>)[name];
  return typeof type === 'function' ? type : undefined;
}
