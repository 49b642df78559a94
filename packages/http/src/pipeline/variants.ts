import type { Exchange } from '../exchange/exchange.ts';
import { negotiate } from '../protocol/negotiate.ts';
import type { Route } from '../contract/route.ts';
import { mayBodyBeEmpty, notAcceptable, unsupportedMediaType, type MediaRules } from './media-rules.ts';
import type { CompiledRoute } from './compiled-route.ts';

/** Routes with the same verb and pattern, in order. */
export interface RouteVariants {
  readonly members: readonly VariantMember[];
  /** Whether it depends on Accept which of them answers. */
  readonly varies: boolean;
  /** Answers, inside the router's filters, a request that fits none of them. */
  readonly unmatched: CompiledRoute;
}

/** A route, and what it demands; undefined for a route that takes and gives anything. */
export interface VariantMember {
  readonly route: Route;
  readonly rules: MediaRules | undefined;
}

export function compileVariants(members: readonly VariantMember[], missed: CompiledRoute): RouteVariants {
  const perform = (exchange: Exchange): never => {
    const consuming = consumingMembers(members, exchange);
    throw consuming.length === 0
      ? unsupportedMediaType(members.flatMap(({ rules }) => rules?.consumes ?? []))
      : notAcceptable(consuming.flatMap(({ rules }) => rules?.produces ?? []));
  };
  const produced = new Set(members.map(({ rules }) => (rules?.produces ?? []).toSorted().join()));
  return { members, varies: produced.size > 1, unmatched: { ...missed, perform } };
}

/**
 * The first that takes the request's body and gives what the client likes best; undefined when none does both. One that
 * does not say what it gives comes after those that do, unless the client likes everything alike.
 */
export function selectVariant({ members }: RouteVariants, exchange: Exchange): Route | undefined {
  const taking = consumingMembers(members, exchange);
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
function consumingMembers(members: readonly VariantMember[], exchange: Exchange): readonly VariantMember[] {
  const taking = members.filter(({ rules }) => rules?.consumesBody(exchange) ?? true);
  return taking.length === 0 && mayBodyBeEmpty(exchange) ? members : taking;
}

/** The next after that one that fits the request. */
export function nextVariant({ members }: RouteVariants, route: Route, exchange: Exchange): Route | undefined {
  const start = members.findIndex((member) => member.route === route) + 1;
  return members.slice(start).find(({ rules }) => matchesMedia(rules, exchange))?.route;
}

function matchesMedia(rules: MediaRules | undefined, exchange: Exchange): boolean {
  return rules === undefined || (rules.consumesBody(exchange) && rules.producesAccepted(exchange));
}

/** Whether a route, when it is one of twins, fits the request. */
export function matchesVariant(twins: RouteVariants | undefined, route: Route, exchange: Exchange): boolean {
  const member = twins?.members.find((each) => each.route === route);
  return member === undefined || matchesMedia(member.rules, exchange);
}
