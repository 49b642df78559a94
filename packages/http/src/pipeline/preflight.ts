import type { Exchange } from '../exchange/exchange.ts';
import { isCorsFilter, isPreflight } from '../policies/cors.ts';
import type { Route } from '../route.ts';
import type { Matcher } from '../table/matcher.ts';
import type { RestResponse } from '../writers/rest-response.ts';
import type { Plan } from './plan.ts';

/**
 * Answers a preflight by the CORS filter of the route that it asks for, if that has one: set at a class or route, it does
 * not run for OPTIONS by itself.
 */
export function preflightAnswer(
  exchange: Exchange,
  matchers: readonly Matcher[],
  plans: ReadonlyMap<Route, Plan>,
): RestResponse | undefined {
  if (!isPreflight(exchange)) return undefined;
  const method = exchange.request.headers.get('access-control-request-method')!;
  for (const matcher of matchers) {
    const { route } = matcher.match(method, exchange.path);
    if (route === undefined) continue;
    const { filters, shared } = plans.get(route)!;
    const cors = filters?.slice(shared).findLast(({ filter }) => isCorsFilter(filter))?.filter;
    return cors !== undefined && isCorsFilter(cors) ? cors.preflight(exchange) : undefined;
  }
  return undefined;
}
