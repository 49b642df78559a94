import type { Exchange } from '../exchange/exchange.ts';
import { negotiate } from '../protocol/negotiate.ts';
import type { Route } from '../contract/route.ts';
import { mayBodyBeEmpty, notAcceptable, unsupportedMediaType, type MediaRules } from './media-rules.ts';
import type { CompiledRoute } from './compiled-route.ts';

/** Routes with the same method and pattern, in the order in which they are tried. */
export interface RouteVariants {
  readonly members: readonly VariantMember[];
  /** Whether Accept decides which variant answers, so that the response needs `Vary: Accept`. */
  readonly varies: boolean;
  /** Answers a request that matches no variant with 406 or 415, inside the router's filters. */
  readonly unmatched: CompiledRoute;
}

/** A route with its media rules; without rules it consumes and produces any media type. */
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
 * The first variant that consumes the request's body and produces the type that the client prefers; undefined if there is
 * none. Variants that do not declare what they produce come last, unless the client accepts everything equally.
 */
export function selectVariant({ members }: RouteVariants, exchange: Exchange): Route | undefined {
  const consuming = consumingMembers(members, exchange);
  const accept = exchange.transport.header('accept');
  if (accept === undefined || accept === '*/*') return consuming[0]?.route;
  const best = negotiate(
    accept,
    consuming.flatMap(({ rules }) => rules?.produces ?? []),
  );
  const chosen =
    best === undefined
      ? consuming.find(({ rules }) => rules === undefined || rules.produces.length === 0)
      : consuming.find(({ rules }) => rules?.produces.includes(best));
  return chosen?.route;
}

/** The variants that consume the request's body; all of them if the body may be empty. */
function consumingMembers(members: readonly VariantMember[], exchange: Exchange): readonly VariantMember[] {
  const taking = members.filter(({ rules }) => rules?.consumesBody(exchange) ?? true);
  return taking.length === 0 && mayBodyBeEmpty(exchange) ? members : taking;
}

/** The next variant after `route` that matches the request. */
export function nextVariant({ members }: RouteVariants, route: Route, exchange: Exchange): Route | undefined {
  const start = members.findIndex((member) => member.route === route) + 1;
  return members.slice(start).find(({ rules }) => matchesMedia(rules, exchange))?.route;
}

function matchesMedia(rules: MediaRules | undefined, exchange: Exchange): boolean {
  return rules === undefined || (rules.consumesBody(exchange) && rules.producesAccepted(exchange));
}

/** Whether a route matches the request's media types, if it is one of several variants. */
export function matchesVariant(
  variants: RouteVariants | undefined,
  route: Route,
  exchange: Exchange,
): boolean {
  const member = variants?.members.find((each) => each.route === route);
  return member === undefined || matchesMedia(member.rules, exchange);
}
