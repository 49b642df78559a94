import type { PlannedFilter } from './filters.ts';
import type { RoutePlan } from './route-plan.ts';
import type { Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { RestAuthenticationProvider } from '../contract/roles.ts';
import { covers } from '../routing/covers.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { printedPattern } from '../routing/overlaps.ts';
import { parsePattern } from '../routing/pattern.ts';
import { isCsrfFilter, isSafeMethod } from '../policies/csrf.ts';

/**
 * Warns, once per provider, about routes that change state and read credentials from a cookie without protection from
 * cross-site requests.
 */
export function reportCrossSite(plans: Iterable<RoutePlan>, report: (finding: Finding) => void): void {
  const open = new Map<Component<RestAuthenticationProvider>, Route[]>();
  for (const { route, filters, access } of plans) {
    const provider = access.authenticate?.value;
    if (provider === undefined || isSafeMethod(route.method) || !isOpenByCookie(provider)) continue;
    if (isGuarded(route, filters)) continue;
    const routes = open.get(provider);
    if (routes === undefined) open.set(provider, [route]);
    else routes.push(route);
  }
  for (const [{ name }, [route, ...others]] of open) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    report({
      rule: 'cross-site',
      message: `${routeName(route!)}${more}: ${name} reads credentials from a cookie, which browsers send with forms on other sites as well`,
      hint: 'use csrf() for these routes or for the router',
      origin: route!.origin,
    });
  }
}

function isOpenByCookie(component: Component<RestAuthenticationProvider>): boolean {
  try {
    const { instance } = component;
    return instance?.cookie !== undefined && instance.refusesCrossSite !== true;
  } catch {
    // An error thrown while the instance is created is reported when the instance is used.
    return false;
  }
}

function isGuarded({ path }: Route, filters: readonly PlannedFilter[]): boolean {
  const guards = filters.filter(({ filter }) => isCsrfFilter(filter));
  if (guards.length === 0) return false;
  const own = printedPattern(path);
  return guards.some(
    ({ pattern }) => pattern === undefined || (own !== undefined && covers(parsePattern(pattern), own)),
  );
}
