import type { RoutingContext } from '../contract/context.ts';
import type { ExchangePlan } from '../exchange/exchange-plan.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Origin } from '../report/origin.ts';
import type { DefaultLimits } from '../contract/limits.ts';
import { isCorsFilter, type CorsFilter } from '../policies/cors.ts';
import { limitsIn } from '../policies/limits.ts';
import type { Route } from '../contract/route.ts';
import type { Scope } from '../contract/scope.ts';
import type { Pattern } from '../routing/pattern.ts';
import { applies } from '../routing/filter-applies.ts';
import type { Filter } from '../contract/filter.ts';
import type { Twins } from './variants.ts';

/** A filter with where it was set, and the paths that it is for. */
export interface PlannedFilter {
  readonly filter: Filter;
  readonly pattern: Pattern | undefined;
  /** For the printed table: `router`, `class Notes`. */
  readonly scope: string;
  readonly origin: Origin | undefined;
}

/** All that answering a request needs, resolved once. */
export interface Plan extends ExchangePlan {
  /** Null when there are none, as of the next. */
  readonly filters: readonly PlannedFilter[] | null;
  /** Without the router's, which run once, however often a request is passed on. */
  readonly own: readonly PlannedFilter[] | null;
  /** What the filters stand around: reads the body, binds, and calls the handler. */
  readonly perform: (exchange: Exchange) => unknown;
  /** The routes with the same verb and pattern, when there are any. */
  readonly twins: Twins | undefined;
}

/** The narrowest wins. */
export function limitsOf(
  defaults: DefaultLimits,
  global: readonly PlannedFilter[],
  scopes: readonly Scope[] = [],
): DefaultLimits {
  const widest = limitsIn(global.filter(({ pattern }) => pattern === undefined).map(({ filter }) => filter));
  const narrower = scopes.flatMap(({ limits = {}, filters = [] }) => [limits, ...limitsIn(filters)]);
  return Object.assign({}, defaults, ...widest, ...narrower) as DefaultLimits;
}

/**
 * The same with those of CORS first, in whatever order they were named: a preflight brings no credentials, and a page
 * cannot read the refusal of a guard without the headers.
 */
export function corsFirst(filters: readonly PlannedFilter[]): readonly PlannedFilter[] {
  return [...filters.filter(isCors), ...filters.filter((each) => !isCors(each))];
}

/**
 * All filters, the widest scope's first but for that of CORS, which runs before a guard of the router, too. Of CORS the
 * narrowest scope's is the only one: an origin that a class refuses is not let in by the router.
 */
export function filtersOf(
  global: readonly PlannedFilter[],
  { scopes = [], origin }: Pick<Route, 'scopes' | 'origin'> = {},
): Pick<Plan, 'filters' | 'own'> {
  const said = scopes.flatMap(({ filters = [], name = 'route' }) =>
    filters.map((filter) => ({ filter, pattern: undefined, scope: name, origin })),
  );
  const narrowest = said.findLast(isCors);
  const own = said.filter((each) => each === narrowest || !isCors(each));
  const wider = narrowest === undefined ? withOnePolicy(global) : global.filter((each) => !isCors(each));
  return { filters: orNull(corsFirst([...wider, ...own])), own: orNull(corsFirst(own)) };
}

/** The same with one filter of CORS that answers by the last of them that is for the path. */
function withOnePolicy(filters: readonly PlannedFilter[]): readonly PlannedFilter[] {
  const policies = filters.filter(isCors);
  if (policies.length < 2) return filters;
  const policyFor = (context: RoutingContext): CorsFilter | undefined =>
    policies.findLast(({ pattern }) => applies(pattern, context as Exchange))?.filter as
      | CorsFilter
      | undefined;
  const filter = Object.assign(
    function crossOrigin(context: RoutingContext, next: () => unknown): unknown {
      const policy = policyFor(context);
      return policy === undefined ? next() : policy(context, next);
    },
    { admit: (context: RoutingContext) => policyFor(context)?.admit(context) },
  );
  const [{ scope, origin }] = policies as [PlannedFilter];
  return [{ filter, pattern: undefined, scope, origin }, ...filters.filter((each) => !isCors(each))];
}

function isCors({ filter }: PlannedFilter): boolean {
  return isCorsFilter(filter);
}

function orNull(filters: readonly PlannedFilter[]): readonly PlannedFilter[] | null {
  return filters.length === 0 ? null : filters;
}
