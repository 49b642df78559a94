import { classesOfRoute } from '@writ/http/kernel';
import { resultType } from '../recording/metadata.ts';
import { lineage, classRecordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { resolveBindings } from './bindings.ts';
import { methodsOf, nearestAnnotation } from '../reading/method.ts';
import { declaredType } from '../reading/types.ts';
import { resolveScopes } from './route-scopes.ts';

/**
 * Returns the classes in a method's annotations and types. Each thread that imports the class computes the same list,
 * so instances can be transferred even if their class is not exported.
 */
export function classesOfMethod(type: Class, name: string): readonly Function[] {
  const scope = lineage(type).map((at) => classRecordOf(at).annotations);
  const method = methodsOf(type).find((each) => each.name === name);
  const verb = method && nearestAnnotation(method.levels, 'verb');
  if (method === undefined || verb === undefined) return [];
  const bindings = resolveBindings(method, verb, scope, []);
  const listed = classesOfRoute({ bindings, scopes: resolveScopes(method, type, scope) });
  const result = resultClassOf(type, name);
  return result === undefined || listed.includes(result) ? listed : [...listed, result];
}

/** Returns the class of the method's result according to the metadata; undefined if it is unknown. */
export function resultClassOf(type: Class, name: string): Function | undefined {
  const result = lineage(type)
    .map((at) => declaredType(resultType(at, name)))
    .find((each) => each !== undefined);
  return typeof result === 'function' ? result : undefined;
}
