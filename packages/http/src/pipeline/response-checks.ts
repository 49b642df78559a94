import { withResultChecked } from '../binding/validation/check-result.ts';
import type { Route } from '../contract/route.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { withDeclaredResultChecked } from './declared-results/declared-results.ts';

export type ResponseChecks = Pick<ToolkitContext, 'json' | 'validateResponses'>;

/** Wraps a route's handler, or its copy in a worker thread, in the checks of its result. */
export function withChecks(
  handler: Route['handler'],
  { route, validator }: RoutePlan,
  { json, validateResponses }: ResponseChecks,
): Route['handler'] {
  const isDeclared = validateResponses && route.checksResults !== true;
  const compared = isDeclared ? withDeclaredResultChecked(handler, route, json) : handler;
  return withResultChecked(compared, route, validator);
}
