import type { Exchange } from '../exchange/exchange.ts';
import { isCorsFilter, isPreflight } from '../policies/cors.ts';
import type { Route } from '../route.ts';
import type { Matcher } from '../table/matcher.ts';
import type { RestResponse } from '../writers/rest-response.ts';
import type { Filter } from './filter.ts';
import type { Plan, PlannedFilter } from './plan.ts';

/**
 * The filters of requests that no route answers, those of CORS first, with one behind these that answers
 * preflights by the CORS filters of routes: set at a class or route, these do not run for OPTIONS by themselves.
 */
export function withPreflights(
  filters: readonly PlannedFilter[],
  matchers: readonly Matcher[],
  plans: ReadonlyMap<Route, Plan>,
): readonly PlannedFilter[] {
  const routes = matchers.flatMap((matcher) => matcher.routes);
  if (!routes.some(({ scopes = [] }) => scopes.some((scope) => scope.filters?.some(isCorsFilter))))
    return filters;
  const preflights: Filter = (context, next) =>
    preflightAnswer(context as Exchange, matchers, plans) ?? next();
  const first = filters.filter(({ filter }) => isCorsFilter(filter)).length;
  return filters.toSpliced(first, 0, {
    filter: preflights,
    pattern: undefined,
    scope: 'router',
    origin: undefined,
  });
}

/** Undefined when it is none, or its route has no CORS filter. */
function preflightAnswer(
  exchange: Exchange,
  matchers: readonly Matcher[],
  plans: ReadonlyMap<Route, Plan>,
): RestResponse | undefined {
  if (!isPreflight(exchange)) return undefined;
  const method = exchange.request.headers.get('access-control-request-method')!;
  for (const matcher of matchers) {
    const { route } = matcher.match(method, exchange.path);
    if (route === undefined) continue;
    const cors = plans.get(route)!.own?.findLast(({ filter }) => isCorsFilter(filter))?.filter;
    return cors !== undefined && isCorsFilter(cors) ? cors.preflight(exchange) : undefined;
  }
  return undefined;
}
