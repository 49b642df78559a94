import type { RoutingContext } from '@writ/http';
import { compileResultCheck, mapMaybe, toPromise, type DeclaringRoute } from '@writ/http/kernel';

/**
 * Returns the result of a handler; throws an error, or rejects if the result is a promise, if the toolkit validates
 * responses and the result does not match its declaration.
 */
export type CheckResult = (context: RoutingContext, result: unknown) => unknown;

/**
 * Creates the check for a handler's results; undefined if none are declared. It runs before the results are converted
 * and before `after`. Results of `Stop` and of hooks are not checked, because the handler does not declare them.
 */
export function createResultCheck(route: DeclaringRoute): CheckResult | undefined {
  if (route.results === undefined) return undefined;
  let compiled: { readonly json: unknown; readonly check: ReturnType<typeof compileResultCheck> } | undefined;
  return ({ toolkit: { validateResponses, json } }, result) => {
    if (!validateResponses) return result;
    if (compiled?.json !== json) compiled = { json, check: compileResultCheck(route, json) };
    const { check } = compiled;
    return check === undefined ? result : mapMaybe(toPromise(result), check);
  };
}
