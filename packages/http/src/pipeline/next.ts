import { isMultipart } from '../protocol/is-multipart.ts';
import { NoRoute } from '../errors/no-route.ts';
import { bodyTooLarge } from '../errors/body-errors.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import { findNextMatch } from './match-route.ts';
import type { Matcher } from '../contract/matcher.ts';
import { toPromise, mapMaybe } from '../internal/thenable.ts';
import { startDeadline } from './deadline.ts';
import type { CompiledRoute } from './compiled-route.ts';
import { runFilters } from './run-filters.ts';
import { matchesVariant, nextVariant, type RouteVariants } from './variants.ts';

type Perform = CompiledRoute['perform'];
type CompiledRouteMap = ReadonlyMap<Route, CompiledRoute>;

/** What `context.next()` does: the request goes on to the next route that fits it, or is one that no route answers. */
export function createNext(
  matchers: readonly Matcher[],
  plans: CompiledRouteMap,
  missed: CompiledRoute,
): Perform {
  return restoreOnRecovery((exchange) => {
    if (isResponding(exchange)) throw new Error('the response has begun; it cannot be passed on');
    for (;;) {
      const match = findNextMatch(matchers, exchange);
      if (match === undefined) {
        exchange.match = undefined;
        exchange.plan = missed;
        throw new NoRoute();
      }
      exchange.match = match;
      const plan = plans.get(match.route)!;
      if (matchesVariant(plan.variants, match.route, exchange)) return enterRoute(plan, exchange);
    }
  });
}

/** The same for a handler that may take what fails in place of the rest, and answer after all: by its own writer then. */
function restoreOnRecovery(pass: Perform): Perform {
  return (exchange) => {
    const { plan, match } = exchange;
    const failed = (error: unknown): never => {
      exchange.plan = {
        ...exchange.plan!,
        write: (_exchange, result) => {
          exchange.plan = plan;
          exchange.match = match;
          return plan!.write(exchange, result);
        },
      };
      throw error;
    };
    try {
      const result = toPromise(pass(exchange));
      return result instanceof Promise ? result.then(undefined, failed) : result;
    } catch (error) {
      return failed(error);
    }
  };
}

/** A handler that returns undefined, and has not answered either, leaves the request to the next of its twins. */
export function withFallthrough(
  route: Route,
  perform: Perform,
  twins: RouteVariants,
  plans: CompiledRouteMap,
): Perform {
  const runNextVariant = (exchange: Exchange): unknown => {
    if (isResponding(exchange) || exchange.route !== route) return undefined;
    const twin = nextVariant(twins, route, exchange);
    if (twin === undefined) return undefined;
    exchange.match = { ...exchange.match!, route: twin };
    return enterRoute(plans.get(twin)!, exchange);
  };
  const orNextVariant = (result: unknown, exchange: Exchange): unknown =>
    result === undefined ? runNextVariant(exchange) : result;
  return (exchange) => {
    if (twins.varies) exchange.response.headers.vary('accept');
    return mapMaybe(toPromise(perform(exchange)), orNextVariant, exchange);
  };
}

function isResponding(exchange: Exchange): boolean {
  return exchange.isSettled || exchange.openedResponse?.started === true;
}

/** The route's own part of the way: the router's filters are around it already. */
function enterRoute(plan: CompiledRoute, exchange: Exchange): unknown {
  exchange.plan = plan;
  exchange.binding = undefined;
  assertDeclaredLength(exchange);
  if (plan.limits.time !== undefined) startDeadline(plan.limits.time, exchange);
  return runFilters(plan, plan.routeFilters, exchange, 0);
}

/** Nobody's body is waited for that is too large anyway. */
export function assertDeclaredLength({ transport, limits }: Exchange): void {
  if (!transport.hasBody) return;
  const announced = Number(transport.header('content-length') ?? 0);
  if (announced <= limits.body) return;
  const most = limits.form === undefined || !isMultipart(transport) ? limits.body : limits.form;
  if (announced > most) throw bodyTooLarge(most);
}
