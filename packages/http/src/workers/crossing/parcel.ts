import { defined } from '@writ/diagnostics/internal';
import { HttpError } from '../../errors/http-error.ts';
import { RestResponse } from '../../exchange/rest-response.ts';
import { privateObstacleOf } from './obstacle.ts';
import { privateMemberOf } from './private-member.ts';
import { classesOf, fieldsOf, instancesIn, type Field } from './instances.ts';

/** How the other thread finds a class. */
export interface ClassReference {
  readonly name: string;
  /** Of the language or the runtime, or of this package. */
  readonly owner: 'runtime' | 'package' | 'application';
  /** Its place in the list of classes that both threads make of the route. */
  readonly index?: number;
  /** The module that exports it, and under which name. */
  readonly place?: ClassPlace;
  /** It has members besides its constructor. */
  readonly behaves: boolean;
}

export interface ClassPlace {
  readonly module: string;
  readonly name: string;
}

/** An object that arrives as its clone, and what the clone lacks. */
interface Instance {
  readonly object: object;
  /** Its classes, by their number among the parcel's. */
  readonly classes: readonly number[];
  readonly fields: readonly Field[];
}

/** A value as it is sent to another thread: cloning keeps which objects of `instances` are which of `value`. */
export interface ThreadMessageData {
  readonly value: unknown;
  readonly instances: readonly Instance[];
  readonly classes: readonly ClassReference[];
}

/** What the sender knows of a class. */
export interface ClassIndex {
  indexOf(type: Function): number | undefined;
  placeOf(type: Function): ClassPlace | undefined;
}

/** Classes of this package that results and errors are instances of. */
const PACKAGE: readonly Function[] = [HttpError, RestResponse];

export function definedClass(name: string): Function | undefined {
  return PACKAGE.find((type) => type.name === name);
}

/** Throws {@link NotTransferable} when `value`, which is called `what`, holds an instance with private members. */
export async function pack(
  value: unknown,
  what: string,
  indexOf: () => ClassIndex | Promise<ClassIndex>,
): Promise<ThreadMessageData> {
  const found = instancesIn(value);
  if (found.length === 0) return { value, instances: [], classes: [] };
  const numbers = new Map<Function, number>();
  const instances = found.map((object) => ({
    object,
    classes: classesOf(object).map((type) => numberOf(type, numbers)),
    fields: fieldsOf(object),
  }));
  const types = [...numbers.keys()];
  if (types.some((type) => privateMemberOf(type) !== undefined)) {
    throw new NotTransferable(privateObstacleOf(value, what) ?? what);
  }
  const index = types.some((type) => ownerOf(type) === 'application') ? await indexOf() : undefined;
  return { value, instances, classes: types.map((type) => referenceTo(type, index)) };
}

/** Says which part of a value cannot go to another thread, and what to do. */
export class NotTransferable extends Error {}

function numberOf(type: Function, numbers: Map<Function, number>): number {
  const number = numbers.get(type) ?? numbers.size;
  numbers.set(type, number);
  return number;
}

function referenceTo(type: Function, index: ClassIndex | undefined): ClassReference {
  const at = index?.indexOf(type);
  const place = index?.placeOf(type);
  return {
    name: type.name,
    owner: ownerOf(type),
    ...defined({ index: at, place }),
    behaves: Reflect.ownKeys(type.prototype as object).length > 1,
  };
}

function ownerOf(type: Function): ClassReference['owner'] {
  if (PACKAGE.includes(type)) return 'package';
  return runtimeClass(type.name) === type ? 'runtime' : 'application';
}

export function runtimeClass(name: string): Function | undefined {
  const type = (globalThis as Readonly<Record<string, unknown>>)[name];
  return typeof type === 'function' ? type : undefined;
}
