import { isRecordedClass, type RecordedClass } from './recorded-class.ts';

/**
 * A record for a class whose module may not have been evaluated yet, because an application and its generated module
 * import each other.
 */
interface PendingDeclaration {
  readonly classOf: () => unknown;
  readonly record: RecordedClass;
}

let pendingDeclarations: readonly PendingDeclaration[] = [];
const records = new WeakMap<object, RecordedClass>();

/**
 * Records the declared types of a class. Call it before the class is first registered. Records of another format
 * version are ignored.
 */
export function declareTypes(
  classOf: () => unknown,
  record: Omit<RecordedClass, 'version'> & { readonly version: number },
): void {
  if (isRecordedClass(record)) pendingDeclarations = [...pendingDeclarations, { classOf, record }];
}

/** Returns the types recorded by `declareTypes` for the class; undefined if there are none. */
export function declaredTypesOf(type: object): RecordedClass | undefined {
  if (pendingDeclarations.length > 0)
    pendingDeclarations = pendingDeclarations.filter((each) => !storeIfEvaluated(each));
  return records.get(type);
}

function storeIfEvaluated({ classOf, record }: PendingDeclaration): boolean {
  const type = tryResolveClass(classOf);
  if (typeof type !== 'function') return false;
  records.set(type, record);
  return true;
}

function tryResolveClass(classOf: () => unknown): unknown {
  try {
    return classOf();
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
