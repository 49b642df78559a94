import type { DeclaredResult, HandlerDocumentation } from '@writ/http/kernel';
import { memberRecordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { readDeclarationFile } from './declaration-file.ts';
import { declaredTypesOf } from './declare-types.ts';
import { decodeType, type SourceType } from './decode.ts';
import { insertSchemas } from './insert-schemas.ts';
import {
  isRecordedClass,
  RECORD_KEY,
  type RecordedClass,
  type RecordedMembers,
  type RecordedSchema,
  type RecordedType,
} from './recorded-class.ts';

const KEY = Symbol.for(RECORD_KEY);

const recordsByClass = new WeakMap<Class, RecordedClass | undefined>();

/** Returns the declared types of the class itself; undefined if they are not available. */
function findRecordedClass(type: Class): RecordedClass | undefined {
  if (Object.hasOwn(type, KEY)) return readStaticRecord(type);
  if (!recordsByClass.has(type)) recordsByClass.set(type, declaredTypesOf(type) ?? readDeclarationFile(type));
  return recordsByClass.get(type);
}

const NONE: readonly never[] = [];

function readStaticRecord(type: Class): RecordedClass | undefined {
  const record: unknown = Reflect.get(type, KEY);
  return isRecordedClass(record) ? record : undefined;
}

/**
 * Returns the nearest class in the inheritance chain that has annotations on the method; undefined if there is none.
 */
export function findAnnotatingClass(line: readonly Class[], name: string | symbol): Class | undefined {
  return line.find((type) => memberRecordOf(type, name) !== undefined);
}

/**
 * Finds a member's record in the class that declares it, or in a class below it that extends it with type arguments.
 */
function findInLine<T>(
  line: readonly Class[],
  owner: Class | undefined,
  pick: (members: RecordedMembers) => T | undefined,
): { readonly found: T; readonly schemas: readonly RecordedSchema[] } | undefined {
  if (owner === undefined) return undefined;
  for (const type of line) {
    const record = findRecordedClass(type);
    const members = type === owner ? record : record?.inherited;
    const found = members && pick(members);
    if (found !== undefined) return { found, schemas: record?.schemas ?? NONE };
    if (type === owner) break;
  }
  return undefined;
}

/**
 * Returns the declared type of a method's parameter, from the nearest class in the inheritance chain that has
 * annotations on the method.
 */
export function parameterSourceType(
  line: readonly Class[],
  name: string | symbol,
  index: number,
): SourceType | undefined {
  const owner = findAnnotatingClass(line, name);
  return toSourceType(
    findInLine(line, owner, ({ methods }) => methods.find(([each]) => each === name)?.[1][index]),
  );
}

/** Returns the declared results of a method, from the nearest class that has annotations on it. */
export function declaredResults(
  line: readonly Class[],
  name: string | symbol,
): readonly DeclaredResult[] | undefined {
  const owner = findAnnotatingClass(line, name);
  const declared = findInLine(line, owner, ({ results }) => results?.find(([each]) => each === name)?.[1]);
  if (declared === undefined || declared.schemas.length === 0) return declared?.found;
  return declared.found.map((result) => insertSchemas(result, declared.schemas));
}

/** Returns the documentation in the JSDoc comment of a method, from the nearest class that has annotations on it. */
export function declaredDocumentation(
  line: readonly Class[],
  name: string | symbol,
): HandlerDocumentation | undefined {
  const owner = findAnnotatingClass(line, name);
  return (owner && findRecordedClass(owner))?.documentation?.find(([each]) => each === name)?.[1];
}

/** Returns the declared type of a field that `owner` declares. */
export function fieldSourceType(
  line: readonly Class[],
  owner: Class,
  name: string | symbol,
): SourceType | undefined {
  return toSourceType(findInLine(line, owner, ({ fields }) => fields.find(([each]) => each === name)?.[1]));
}

/** Returns the declared type of a parameter of the constructor that `owner` declares. */
export function constructorSourceType(
  line: readonly Class[],
  owner: Class,
  index: number,
): SourceType | undefined {
  return toSourceType(findInLine(line, owner, ({ parameters }) => parameters[index]));
}

function toSourceType(declared: ReturnType<typeof findInLine<RecordedType>>): SourceType | undefined {
  return declared && decodeType(declared.found, declared.schemas);
}
