import type { Remedies } from '../errors/remedies.ts';
import type { RunEvents } from '../events/rest-events.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Origin } from '../origin.ts';
import type { DefaultLimits } from '../toolkit.ts';
import { isCorsFilter } from '../policies/cors.ts';
import { limitsIn } from '../policies/limits.ts';
import type { Route, Scope } from '../route.ts';
import type { Pattern } from '../table/pattern.ts';
import type { Write } from '../writers/write.ts';
import type { Filter } from './filter.ts';
import type { Twins } from './twins.ts';

/** A filter with where it was set, and the paths that it is for. */
export interface PlannedFilter {
  readonly filter: Filter;
  readonly pattern: Pattern | undefined;
  /** For the printed table: `router`, `class Notes`. */
  readonly scope: string;
  readonly origin: Origin | undefined;
}

/** All that answering a request needs, resolved once. */
export interface Plan {
  /** Undefined for the plan of requests that no route answers. */
  readonly route: Route | undefined;
  /** Null when there are none, as of the next. */
  readonly filters: readonly PlannedFilter[] | null;
  /** Without the router's, which run once, however often a request is passed on. */
  readonly own: readonly PlannedFilter[] | null;
  readonly limits: DefaultLimits;
  /** What the filters stand around: reads the body, binds, and calls the handler. */
  readonly perform: (exchange: Exchange) => unknown;
  readonly write: Write;
  /** What happens once the answer is made; undefined when nothing does. */
  readonly events: RunEvents | undefined;
  /** Who answers for what fails. */
  readonly remedies: Remedies;
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
  const isCors = ({ filter }: PlannedFilter): boolean => isCorsFilter(filter);
  return [...filters.filter(isCors), ...filters.filter((each) => !isCors(each))];
}

/** All filters, the widest scope's first but for those of CORS: a guard of the router stands behind that of a route, too. */
export function filtersOf(
  global: readonly PlannedFilter[],
  { scopes = [], origin }: Pick<Route, 'scopes' | 'origin'> = {},
): Pick<Plan, 'filters' | 'own'> {
  const own = scopes.flatMap(({ filters = [], name = 'route' }) =>
    filters.map((filter) => ({ filter, pattern: undefined, scope: name, origin })),
  );
  return { filters: orNull(corsFirst([...global, ...own])), own: orNull(corsFirst(own)) };
}

function orNull(filters: readonly PlannedFilter[]): readonly PlannedFilter[] | null {
  return filters.length === 0 ? null : filters;
}
