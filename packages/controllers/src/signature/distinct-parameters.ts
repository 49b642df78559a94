import type { ParamPattern } from '@oxc-project/types';
import type { Parameter } from './signature.ts';
import type { SignatureScope } from './scope.ts';

/** A parameter and its declaration. */
export interface ReadParameter {
  readonly parameter: Parameter;
  readonly node: ParamPattern;
}

/** Whether each parameter receives a different value from the request; reports a finding otherwise. */
export function haveDistinctSources(read: readonly ReadParameter[], scope: SignatureScope): boolean {
  const [, raw] = read.filter(({ parameter }) => parameter.kind === 'raw');
  if (raw !== undefined) {
    scope.report(
      'parameter-form',
      raw.node,
      'only one parameter can receive the raw body',
      'declare one Uint8Array or ReadableStream',
    );
    return false;
  }
  const [, second] = read.filter(({ parameter }) => parameter.kind === 'object');
  if (second !== undefined) {
    scope.report(
      'second-object',
      second.node,
      'only one parameter can receive named values',
      'declare all names in one object type',
    );
    return false;
  }
  const keys = read.flatMap(({ parameter }) => (parameter.kind === 'object' ? parameter.keys : []));
  const shared = read.find(
    ({ parameter: { kind, name } }) => kind === 'position' && keys.some((key) => key.name === name),
  );
  if (shared === undefined) return true;
  scope.report(
    'name-twice',
    shared.node,
    `"${shared.parameter.name}" is both a parameter and a key, so its value in a request would be ambiguous`,
    'rename one of them',
  );
  return false;
}
