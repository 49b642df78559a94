import type { Exchange } from '../exchange/exchange.ts';
import { negotiate } from '../protocol/negotiate.ts';
import type { Route } from '../contract/route.ts';
import { mayBodyBeEmpty, notAcceptable, unsupportedMediaType, type MediaRules } from './media-rules.ts';
import type { CompiledRoute } from './compiled-route.ts';

/** Routes with the same method and pattern, in the order in which they are tried. */
export interface RouteVariants {
  readonly members: readonly VariantMember[];
  /** Whether the variant depends on Accept, so that responses need `Vary: Accept`. */
  readonly varies: boolean;
  /** Responds with 406 or 415 to a request that matches no variant, inside the router's filters. */
  readonly unmatched: CompiledRoute;
}

/** A route and its media rules. A route without rules consumes and produces any media type. */
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
 * Selects the first variant that consumes the request's body and produces the type that the client prefers. Returns
 * undefined if there is none. Without Accept, or if it is `*\/*`, this is the first variant that consumes the body.
 * Otherwise, variants that do not declare a produced type are selected only if no declared type is accepted.
 */
export function selectVariant({ members: all }: RouteVariants, exchange: Exchange): Route | undefined {
  const members = upgradingMembers(all, exchange);
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

/**
 * Returns the variants that upgrade the connection if the request asks for it, and otherwise the other variants. If
 * there are none, returns all.
 */
function upgradingMembers(
  members: readonly VariantMember[],
  { transport }: Exchange,
): readonly VariantMember[] {
  const upgrades = transport.upgrade !== undefined;
  const suitable = members.filter(({ route }) => (route.upgrade !== undefined) === upgrades);
  return suitable.length === 0 ? members : suitable;
}

/** Returns the variants that consume the request's body. If there are none but the body may be empty, returns all. */
function consumingMembers(members: readonly VariantMember[], exchange: Exchange): readonly VariantMember[] {
  const taking = members.filter(({ rules }) => rules?.consumesBody(exchange) ?? true);
  return taking.length === 0 && mayBodyBeEmpty(exchange) ? members : taking;
}

/** Returns the next variant after `route` that matches the request; undefined if there is none. */
export function nextVariant({ members }: RouteVariants, route: Route, exchange: Exchange): Route | undefined {
  const start = members.findIndex((member) => member.route === route) + 1;
  return members.slice(start).find(({ rules }) => matchesMedia(rules, exchange))?.route;
}

function matchesMedia(rules: MediaRules | undefined, exchange: Exchange): boolean {
  return rules === undefined || (rules.consumesBody(exchange) && rules.producesAccepted(exchange));
}

/** Whether a variant matches the request's media types. Returns true for a route without variants. */
export function matchesVariant(
  variants: RouteVariants | undefined,
  route: Route,
  exchange: Exchange,
): boolean {
  const member = variants?.members.find((each) => each.route === route);
  return member === undefined || matchesMedia(member.rules, exchange);
}
