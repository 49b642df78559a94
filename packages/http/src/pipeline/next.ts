import { isMultipart } from '../protocol/is-multipart.ts';
import { NoRoute } from '../errors/no-route.ts';
import { bodyTooLarge } from '../errors/body-errors.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import { findNextMatch } from './match-route.ts';
import type { Matcher } from '../contract/matcher.ts';
import { toPromise, mapMaybe } from '../internal/thenable.ts';
import { startDeadline } from './deadline.ts';
import type { CompiledRoute, CompiledRouter, CompiledRoutes } from './compiled-route.ts';
import { findUnmatched } from './find-unmatched.ts';
import { runFilters } from './run-filters.ts';
import { matchesVariant, nextVariant, type RouteVariants } from './variants.ts';

type Perform = CompiledRoute['perform'];

/**
 * Implements `context.next()`, which passes the request to the next route that matches, or throws 404 if there is none.
 */
export function createNext(
  matchers: readonly Matcher[],
  routes: CompiledRoutes,
  missed: Pick<CompiledRouter, 'unmatched' | 'unmatchedBelow'>,
): Perform {
  return restoreOnRecovery((exchange) => {
    if (isResponding(exchange)) throw new Error('next() was called after the response had started');
    for (;;) {
      const match = findNextMatch(matchers, exchange);
      if (match === undefined) {
        exchange.match = undefined;
        exchange.plan = findUnmatched(exchange, missed);
        throw new NoRoute();
      }
      exchange.match = match;
      const plan = routes.get(match.route);
      if (matchesVariant(plan.variants, match.route, exchange)) return enterRoute(plan, exchange);
    }
  });
}

/** Restores the route and its writer after `next()` fails, so that its caller can catch the error and respond. */
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

/** Passes the request to the next variant if the handler returns undefined and has not responded. */
export function withFallthrough(
  route: Route,
  perform: Perform,
  variants: RouteVariants,
  routes: CompiledRoutes,
): Perform {
  const runNextVariant = (exchange: Exchange): unknown => {
    if (isResponding(exchange) || exchange.route !== route) return undefined;
    const variant = nextVariant(variants, route, exchange);
    if (variant === undefined) return undefined;
    exchange.match = { ...exchange.match!, route: variant };
    return enterRoute(routes.get(variant), exchange);
  };
  const orNextVariant = (result: unknown, exchange: Exchange): unknown =>
    result === undefined ? runNextVariant(exchange) : result;
  return (exchange) => {
    if (variants.varies) exchange.response.headers.vary('accept');
    return mapMaybe(toPromise(perform(exchange)), orNextVariant, exchange);
  };
}

function isResponding(exchange: Exchange): boolean {
  return exchange.isSettled || exchange.openedResponse?.started === true;
}

/** Runs a route without the router's filters, which are already running. */
function enterRoute(plan: CompiledRoute, exchange: Exchange): unknown {
  exchange.plan = plan;
  exchange.binding = undefined;
  assertDeclaredLength(exchange);
  if (plan.limits.time !== undefined) startDeadline(plan.limits.time, exchange);
  return runFilters(plan, plan.routeFilters, exchange, 0);
}

/** Throws 413 before the body is read if Content-Length exceeds the limit. */
export function assertDeclaredLength({ transport, limits }: Exchange): void {
  if (!transport.hasBody) return;
  const contentLength = Number(transport.header('content-length') ?? 0);
  if (contentLength <= limits.body) return;
  const maximum = limits.form === undefined || !isMultipart(transport) ? limits.body : limits.form;
  if (contentLength > maximum) throw bodyTooLarge(maximum);
}
