import type { Filter } from '../contract/filter.ts';
import { ROUTE } from '../contract/scoped.ts';
import type { Route } from '../contract/route.ts';
import { isCorsFilter } from '../policies/cors.ts';
import type { Origin } from '../report/origin.ts';
import type { RoutePlan } from './route-plan.ts';

/** A filter, the scope that set it, and the paths to which it applies. */
export interface PlannedFilter {
  readonly filter: Filter;
  /** The pattern that paths must match; undefined for all paths. */
  readonly pattern: string | undefined;
  /** The scope as printed in the table: `router`, `class Notes`. */
  readonly scope: string;
  readonly origin: Origin | undefined;
  /** Whether the filter was set for the outermost router. If so, it runs only once even if the request is passed on. */
  readonly outer: boolean;
}

type Filters = Pick<RoutePlan, 'cors' | 'filters'>;

/** Resolves the router's filters. Its CORS policies are reversed, so that the last one takes precedence. */
export function resolveGlobalFilters(filters: readonly PlannedFilter[]): Filters {
  return {
    cors: filters.filter(isCors).toReversed(),
    filters: filters.filter((each) => !isCors(each)),
  };
}

/**
 * Resolves the filters of a route, the widest scope's first. Only the CORS policy of the narrowest scope applies,
 * because the router must not allow an origin that a class rejects.
 */
export function resolveFilters(global: Filters, { scopes = [], origin }: Route): Filters {
  if (scopes.every(({ filters }) => filters === undefined)) return global;
  const own = scopes.flatMap(({ filters = [], name = ROUTE, origin: ofScope = origin }) =>
    filters.map((filter) => ({ filter, pattern: undefined, scope: name, origin: ofScope, outer: false })),
  );
  if (own.length === 0) return global;
  const narrowest = own.findLast(isCors);
  return {
    cors: narrowest === undefined ? global.cors : [narrowest],
    filters: [...global.filters, ...own.filter((each) => !isCors(each))],
  };
}

function isCors({ filter }: PlannedFilter): boolean {
  return isCorsFilter(filter);
}
