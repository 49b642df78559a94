import type { RoutingContext } from '../contract/context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { setsCorsHeaders, isCorsFilter, isPreflight, type CorsFilter } from '../policies/cors.ts';
import { policiesByPrefix, type FindPolicy } from '../policies/cors-prefixes.ts';
import type { Route } from '../contract/route.ts';
import type { Matcher } from '../contract/matcher.ts';
import type { RestResponse } from '../exchange/rest-response.ts';
import { filterApplies } from '../routing/filter-applies.ts';
import type { Filter } from '../contract/filter.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { CompiledFilter, CompiledRoute } from './compiled-route.ts';

/**
 * Adds the CORS policies of classes and routes to the filters for unmatched requests. Preflights are answered by the
 * policy of the requested route; other responses receive the headers of the policy for their path.
 */
export function withPolicies(
  filters: readonly CompiledFilter[],
  matchers: readonly Matcher[],
  plans: ReadonlyMap<Route, RoutePlan>,
): readonly CompiledFilter[] {
  const find = policiesByPrefix(matchers.flatMap((matcher) => matcher.routes));
  if (find === undefined) return filters;
  const preflights: Filter = (context, next) =>
    respondPreflight(context as Exchange, find, matchers, plans) ?? next();
  const first = filters.filter(({ filter }) => setsCorsHeaders(filter)).length;
  return [
    forAllPaths(preflights),
    ...filters.slice(0, first),
    forAllPaths(errorCorsFilter(find)),
    ...filters.slice(first),
  ];
}

function forAllPaths(filter: Filter): CompiledFilter {
  return { filter, pattern: undefined };
}

/**
 * Creates a filter that applies the policy for the request's path, except to preflights, which were already answered.
 */
function errorCorsFilter(find: FindPolicy): Filter {
  const applyHeaders = (context: RoutingContext): void => {
    if (!isPreflight(context)) find(context as Exchange)?.applyHeaders(context);
  };
  const filter: Filter = (context, next) => {
    applyHeaders(context);
    return next();
  };
  return Object.assign(filter, { applyHeaders });
}

/** Answers a preflight. Returns undefined for any other request, or if only the router's policy applies. */
function respondPreflight(
  exchange: Exchange,
  find: FindPolicy,
  matchers: readonly Matcher[],
  plans: ReadonlyMap<Route, RoutePlan>,
): RestResponse | undefined {
  if (!isPreflight(exchange)) return undefined;
  const method = exchange.request.headers.get('access-control-request-method')!;
  const route = findPreflightRoute(method, exchange, matchers);
  const policy = route === undefined ? find(exchange) : routePolicy(plans.get(route)!);
  return policy?.preflight(exchange);
}

function findPreflightRoute(
  method: string,
  { path }: Exchange,
  matchers: readonly Matcher[],
): Route | undefined {
  for (const matcher of matchers) {
    let { route } = matcher.match(method, path);
    if (route === undefined && method === 'HEAD') ({ route } = matcher.match('GET', path));
    if (route !== undefined) return route;
  }
  return undefined;
}

function routePolicy({ cors }: RoutePlan): CorsFilter | undefined {
  return cors
    .filter(({ outer }) => !outer)
    .map(({ filter }) => filter)
    .find(isCorsFilter);
}

/** Sets the CORS headers on a response that is sent before the filters run. */
export function applyCorsHeaders({ filters }: CompiledRoute, exchange: Exchange): void {
  for (const { filter, pattern } of filters ?? []) {
    if (setsCorsHeaders(filter) && filterApplies(pattern, exchange)) filter.applyHeaders(exchange);
  }
}
