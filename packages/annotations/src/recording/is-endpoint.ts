import { classRecordOf, lineage, memberRecordOf } from './records.ts';
import { isClass, memberNames, type Class } from './reflection.ts';

/** Whether a value is a class with a verb on one of its methods, or with `@WebSocket`. Both may be inherited. */
export function isEndpoint(value: unknown): value is Class {
  return (
    isClass(value) &&
    lineage(value).some(
      (type) =>
        classRecordOf(type).annotations.some(({ kind }) => kind === 'webSocket') ||
        memberNames(type).some((name) =>
          memberRecordOf(type, name)?.annotations.some(({ kind }) => kind === 'verb'),
        ),
    )
  );
}
