import type { Exchange } from '../exchange/exchange.ts';
import { negotiate } from '../protocol/negotiate.ts';
import type { Route } from '../contract/route.ts';
import { mayBeEmpty, notAcceptable, unsupported, type MediaRules } from './media-rules.ts';
import type { CompiledRoute } from './compiled-route.ts';

/** Routes with the same verb and pattern, in order. */
export interface RouteVariants {
  readonly members: readonly Member[];
  /** Whether it depends on Accept which of them answers. */
  readonly varies: boolean;
  /** Answers, inside the router's filters, a request that fits none of them. */
  readonly refusal: CompiledRoute;
}

/** A route, and what it demands; undefined for a route that takes and gives anything. */
export interface Member {
  readonly route: Route;
  readonly rules: MediaRules | undefined;
}

export function compileVariants(members: readonly Member[], missed: CompiledRoute): RouteVariants {
  const perform = (exchange: Exchange): never => {
    const taking = takingIn(members, exchange);
    throw taking.length === 0
      ? unsupported(members.flatMap(({ rules }) => rules?.consumes ?? []))
      : notAcceptable(taking.flatMap(({ rules }) => rules?.produces ?? []));
  };
  const produced = new Set(members.map(({ rules }) => (rules?.produces ?? []).toSorted().join()));
  return { members, varies: produced.size > 1, refusal: { ...missed, perform } };
}

/**
 * The first that takes the request's body and gives what the client likes best; undefined when none does both. One that
 * does not say what it gives comes after those that do, unless the client likes everything alike.
 */
export function selectVariant({ members }: RouteVariants, exchange: Exchange): Route | undefined {
  const taking = takingIn(members, exchange);
  const accept = exchange.transport.header('accept');
  if (accept === undefined || accept === '*/*') return taking[0]?.route;
  const best = negotiate(
    accept,
    taking.flatMap(({ rules }) => rules?.produces ?? []),
  );
  const chosen =
    best === undefined
      ? taking.find(({ rules }) => rules === undefined || rules.produces.length === 0)
      : taking.find(({ rules }) => rules?.produces.includes(best));
  return chosen?.route;
}

/** Those that take the request's body; all of them where that is left to be seen. */
function takingIn(members: readonly Member[], exchange: Exchange): readonly Member[] {
  const taking = members.filter(({ rules }) => rules?.takes(exchange) ?? true);
  return taking.length === 0 && mayBeEmpty(exchange) ? members : taking;
}

/** The next after that one that fits the request. */
export function nextVariant({ members }: RouteVariants, route: Route, exchange: Exchange): Route | undefined {
  const start = members.findIndex((member) => member.route === route) + 1;
  return members.slice(start).find(({ rules }) => matchesMedia(rules, exchange))?.route;
}

function matchesMedia(rules: MediaRules | undefined, exchange: Exchange): boolean {
  return rules === undefined || (rules.takes(exchange) && rules.gives(exchange));
}

/** Whether a route, when it is one of twins, fits the request. */
export function matchesVariant(twins: RouteVariants | undefined, route: Route, exchange: Exchange): boolean {
  const member = twins?.members.find((each) => each.route === route);
  return member === undefined || matchesMedia(member.rules, exchange);
}
