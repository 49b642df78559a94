import { lineage, memberRecordOf } from './records.ts';
import { isClass, memberNames, type Class } from './reflection.ts';

/** Whether a value is a class with a verb on one of its methods, which may be inherited. */
export function isEndpoint(value: unknown): value is Class {
  return (
    isClass(value) &&
    lineage(value).some((type) =>
      memberNames(type).some((name) =>
        memberRecordOf(type, name)?.annotations.some(({ kind }) => kind === 'verb'),
      ),
    )
  );
}
