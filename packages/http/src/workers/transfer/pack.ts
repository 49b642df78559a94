import { defined } from '@writ/diagnostics/internal';
import { HttpError } from '../../errors/http-error.ts';
import { RestResponse } from '../../exchange/rest-response.ts';
import { findPrivateMember } from './transfer-obstacle.ts';
import { privateMemberOf } from './private-member.ts';
import { classesOf, droppedProperties, findInstances, type DroppedProperty } from './instances.ts';

/** How the other thread finds a class. */
export interface ClassReference {
  readonly name: string;
  /** Of the language or the runtime, or of this package. */
  readonly owner: 'runtime' | 'package' | 'application';
  /** Its place in the list of classes that both threads make of the route. */
  readonly index?: number;
  /** The module that exports it, and under which name. */
  readonly exportedAs?: ClassExport;
  /** It has members besides its constructor. */
  readonly hasMembers: boolean;
}

export interface ClassExport {
  readonly module: string;
  readonly name: string;
}

/** An object that arrives as its clone, and what the clone lacks. */
interface ClonedInstance {
  readonly object: object;
  /** Its classes, by their number among the parcel's. */
  readonly classes: readonly number[];
  readonly fields: readonly DroppedProperty[];
}

/** A value as it is sent to another thread: cloning keeps which objects of `instances` are which of `value`. */
export interface ThreadMessageData {
  readonly value: unknown;
  readonly instances: readonly ClonedInstance[];
  readonly classes: readonly ClassReference[];
}

/** What the sender knows of a class. */
export interface ClassIndex {
  indexOf(type: Function): number | undefined;
  exportOf(type: Function): ClassExport | undefined;
}

/** Classes of this package that results and errors are instances of. */
const PACKAGE_CLASSES: readonly Function[] = [HttpError, RestResponse];

export function packageClass(name: string): Function | undefined {
  return PACKAGE_CLASSES.find((type) => type.name === name);
}

/** Throws {@link NotTransferable} when `value`, which is called `what`, holds an instance with private members. */
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

/** Says which part of a value cannot go to another thread, and what to do. */
export class NotTransferable extends Error {}

function numberOf(type: Function, numbers: Map<Function, number>): number {
  const number = numbers.get(type) ?? numbers.size;
  numbers.set(type, number);
  return number;
}

function toReference(type: Function, index: ClassIndex | undefined): ClassReference {
  const at = index?.indexOf(type);
  const place = index?.exportOf(type);
  return {
    name: type.name,
    owner: ownerOf(type),
    ...defined({ index: at, place }),
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
