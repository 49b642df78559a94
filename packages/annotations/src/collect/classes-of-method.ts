import { classesOfRoute } from '@writ/http/kernel';
import { resultType } from '../recording/metadata.ts';
import { lineage, recordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { argumentsOf } from './arguments.ts';
import { methodsOf, nearest } from '../reading/method.ts';
import { declaredType } from '../reading/types.ts';
import { scopesOf } from './scopes-of.ts';

/**
 * The classes that a method's annotations and types name. Each thread that has imported the class makes the same list, so
 * that an instance of one of them crosses without its class being exported.
 */
export function classesOfMethod(type: Class, name: string): readonly Function[] {
  const scope = lineage(type).map((at) => recordOf(at).notes);
  const method = methodsOf(type).find((each) => each.name === name);
  const verb = method && nearest(method.levels, 'verb');
  if (method === undefined || verb === undefined) return [];
  const bindings = argumentsOf(method, verb, scope, []);
  const listed = classesOfRoute({ bindings, scopes: scopesOf(method, type, scope) });
  const result = resultOf(type, name);
  return result === undefined || listed.includes(result) ? listed : [...listed, result];
}

/** The class that the compiler says the method gives. */
export function resultOf(type: Class, name: string): Function | undefined {
  const result = lineage(type)
    .map((at) => declaredType(resultType(at, name)))
    .find((each) => each !== undefined);
  return typeof result === 'function' ? result : undefined;
}
