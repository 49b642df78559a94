import { isRecordedClass, type RecordedClass } from './recorded.ts';

/** A class of a module that may not be evaluated yet: an application and what is written for it import each other. */
interface Awaited {
  readonly classOf: () => unknown;
  readonly record: RecordedClass;
}

let awaited: readonly Awaited[] = [];
const records = new WeakMap<object, RecordedClass>();

/**
 * Says what the source of a class declares. Before the class is first registered; of another version of the format it
 * does not count.
 */
export function declareTypes(
  classOf: () => unknown,
  record: Omit<RecordedClass, 'version'> & { readonly version: number },
): void {
  if (isRecordedClass(record)) awaited = [...awaited, { classOf, record }];
}

/** What was declared of the class. */
export function declaredOf(type: object): RecordedClass | undefined {
  if (awaited.length > 0) awaited = awaited.filter((each) => !isRecorded(each));
  return records.get(type);
}

function isRecorded({ classOf, record }: Awaited): boolean {
  const type = evaluated(classOf);
  if (typeof type !== 'function') return false;
  records.set(type, record);
  return true;
}

function evaluated(classOf: () => unknown): unknown {
  try {
    return classOf();
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
