import { memberOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { recordBesideScript } from './beside-script.ts';
import { declaredOf } from './declared.ts';
import { decode, type SourceType } from './decode.ts';
import { isRecordedClass, RECORD_KEY, type Recorded, type RecordedClass } from './recorded.ts';

const KEY = Symbol.for(RECORD_KEY);

const found = new WeakMap<Class, RecordedClass | undefined>();

/** What the source of the class itself declares; undefined when it is not at hand. */
function recordedOf(type: Class): RecordedClass | undefined {
  if (!found.has(type)) found.set(type, ownRecord(type) ?? declaredOf(type) ?? recordBesideScript(type));
  return found.get(type);
}

function ownRecord(type: Class): RecordedClass | undefined {
  const record: unknown = Object.getOwnPropertyDescriptor(type, KEY)?.value;
  return isRecordedClass(record) ? record : undefined;
}

/** The class of the line that annotates the method; the nearest counts. */
export function annotatingClass(line: readonly Class[], name: string | symbol): Class | undefined {
  return line.find((type) => memberOf(type, name) !== undefined);
}

/** The parameters of the method as the nearest class of the line declares it that annotates it. */
export function sourceOfParameter(
  line: readonly Class[],
  name: string | symbol,
  index: number,
): SourceType | undefined {
  const owner = annotatingClass(line, name);
  const methods = owner && recordedOf(owner)?.methods;
  return sourceType(methods?.find(([each]) => each === name)?.[1][index]);
}

export function sourceOfField(owner: Class, name: string | symbol): SourceType | undefined {
  return sourceType(recordedOf(owner)?.fields.find(([each]) => each === name)?.[1]);
}

/** Of a parameter of the class's constructor. */
export function sourceOfConstructor(owner: Class, index: number): SourceType | undefined {
  return sourceType(recordedOf(owner)?.parameters[index]);
}

function sourceType(recorded: Recorded | undefined): SourceType | undefined {
  return recorded === undefined ? undefined : decode(recorded);
}
