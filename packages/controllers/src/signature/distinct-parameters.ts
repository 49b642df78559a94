import type { Parameter } from './signature.ts';
import type { SignatureScope } from './scope.ts';

/** Whether each parameter receives a different value from the request; reports a finding otherwise. */
export function haveDistinctSources(parameters: readonly Parameter[], scope: SignatureScope): boolean {
  const [, raw] = parameters.filter(({ kind }) => kind === 'raw');
  if (raw !== undefined) {
    scope.report(
      'parameter-form',
      { start: raw.range.start.offset, end: raw.range.end.offset },
      'only one parameter can receive the raw body',
      'declare one Uint8Array or ReadableStream',
    );
    return false;
  }
  const [, second] = parameters.filter(({ kind }) => kind === 'object');
  if (second !== undefined) {
    scope.report(
      'second-object',
      { start: second.range.start.offset, end: second.range.end.offset },
      'only one parameter can receive named values',
      'declare all names in one object type',
    );
    return false;
  }
  const keys = parameters.flatMap((parameter) => (parameter.kind === 'object' ? parameter.keys : []));
  const shared = parameters.find(
    ({ kind, name }) => kind === 'position' && keys.some((key) => key.name === name),
  );
  if (shared === undefined) return true;
  scope.report(
    'name-twice',
    { start: shared.range.start.offset, end: shared.range.end.offset },
    `"${shared.name}" is both a parameter and a key, so its value in a request would be ambiguous`,
    'rename one of them',
  );
  return false;
}
