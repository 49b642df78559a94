import type { DeclaredResult, HandlerDocumentation } from '@writ/http/kernel';
import { memberRecordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { readDeclarationFile } from './declaration-file.ts';
import { declaredTypesOf } from './declare-types.ts';
import { decodeType, type SourceType } from './decode.ts';
import { isRecordedClass, RECORD_KEY, type RecordedType, type RecordedClass } from './recorded-class.ts';

const KEY = Symbol.for(RECORD_KEY);

const recordsByClass = new WeakMap<Class, RecordedClass | undefined>();

/** The declared types of the class itself; undefined if they are not available. */
function findRecordedClass(type: Class): RecordedClass | undefined {
  if (!recordsByClass.has(type))
    recordsByClass.set(type, readStaticRecord(type) ?? declaredTypesOf(type) ?? readDeclarationFile(type));
  return recordsByClass.get(type);
}

function readStaticRecord(type: Class): RecordedClass | undefined {
  const record: unknown = Object.getOwnPropertyDescriptor(type, KEY)?.value;
  return isRecordedClass(record) ? record : undefined;
}

/** The nearest class in the inheritance chain that has annotations on the method. */
export function findAnnotatingClass(line: readonly Class[], name: string | symbol): Class | undefined {
  return line.find((type) => memberRecordOf(type, name) !== undefined);
}

/**
 * The declared type of a method's parameter, from the nearest class in the inheritance chain that has annotations on
 * the method.
 */
export function parameterSourceType(
  line: readonly Class[],
  name: string | symbol,
  index: number,
): SourceType | undefined {
  const owner = findAnnotatingClass(line, name);
  const methods = owner && findRecordedClass(owner)?.methods;
  return toSourceType(methods?.find(([each]) => each === name)?.[1][index]);
}

/** The declared results of a method, from the nearest class that has annotations on it. */
export function declaredResults(
  line: readonly Class[],
  name: string | symbol,
): readonly DeclaredResult[] | undefined {
  const owner = findAnnotatingClass(line, name);
  return (owner && findRecordedClass(owner))?.results?.find(([each]) => each === name)?.[1];
}

/** The JSDoc comment of a method, from the nearest class that has annotations on it. */
export function declaredDocumentation(
  line: readonly Class[],
  name: string | symbol,
): HandlerDocumentation | undefined {
  const owner = findAnnotatingClass(line, name);
  return (owner && findRecordedClass(owner))?.documentation?.find(([each]) => each === name)?.[1];
}

export function fieldSourceType(owner: Class, name: string | symbol): SourceType | undefined {
  return toSourceType(findRecordedClass(owner)?.fields.find(([each]) => each === name)?.[1]);
}

/** The declared type of a constructor parameter. */
export function constructorSourceType(owner: Class, index: number): SourceType | undefined {
  return toSourceType(findRecordedClass(owner)?.parameters[index]);
}

function toSourceType(recorded: RecordedType | undefined): SourceType | undefined {
  return recorded === undefined ? undefined : decodeType(recorded);
}
