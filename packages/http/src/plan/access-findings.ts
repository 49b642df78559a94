import type { Filter } from '../contract/filter.ts';
import { filterMetadata } from '../policies/filter-metadata.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { overlaps, printedPattern } from '../routing/overlaps.ts';
import { parsePattern } from '../routing/pattern.ts';
import type { PlannedFilter } from './filters.ts';
import type { RoutePlan } from './route-plan.ts';

/** Whether a filter is a guard. A filter with a challenge is one, because it rejects requests. */
export function isGuard(filter: Filter): boolean {
  return filterMetadata(filter).challenge !== undefined;
}

/** Returns the first filter of a kind that applies to a path of the route; undefined if there is none. */
export function findFilter(
  { route, filters }: Pick<RoutePlan, 'route' | 'filters'>,
  isWanted: (filter: Filter) => boolean,
): PlannedFilter | undefined {
  const found = filters.filter(({ filter }) => isWanted(filter));
  if (found.length === 0) return undefined;
  const own = printedPattern(route.path);
  return found.find(
    // A path that cannot be parsed might match anything.
    ({ pattern }) => pattern === undefined || own === undefined || overlaps(parsePattern(pattern), own),
  );
}

/** Reports a route that has neither an access rule nor an authorization provider although a filter requires one. */
export function checkRequiredRule(
  plan: Pick<RoutePlan, 'route' | 'filters' | 'access'>,
  report: (finding: Finding) => void,
): void {
  const { route, access } = plan;
  const isDeclared = [access.rule, access.roles, access.authorize].some((each) => each !== undefined);
  if (isDeclared) return;
  const found = findFilter(plan, (filter) => filterMetadata(filter).requiresAccessRule === true);
  if (found === undefined) return;
  const { pattern, origin } = found;
  report({
    rule: 'no-access-rule',
    message: `${routeName(route)} has no access rule, which the filter for ${pattern ?? 'all paths'} requires`,
    hint: 'declare who may send its requests: @RolesAllowed, @Authorize, or @PermitAll for everyone',
    origin: route.origin,
    related: origin && { message: 'the filter', origin },
  });
}
