import type { Filter } from '../contract/filter.ts';
import type { Matcher } from '../contract/matcher.ts';
import type { Route } from '../contract/route.ts';
import type { ExchangePlan } from '../exchange/exchange-plan.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Pattern } from '../routing/pattern.ts';
import type { Canonical } from '../routing/spellings.ts';
import type { RouteVariants } from './variants.ts';

/** A filter, and the paths that it is for. */
export interface CompiledFilter {
  readonly filter: Filter;
  readonly pattern: Pattern | undefined;
}

/** A plan, compiled: all that answering a request runs. */
export interface CompiledRoute extends ExchangePlan {
  /** Null when there are none, as of the next. */
  readonly filters: readonly CompiledFilter[] | null;
  /** Without the router's, which run once, however often a request is passed on. */
  readonly routeFilters: readonly CompiledFilter[] | null;
  /** Runs inside the filters: reads the body, binds, and calls the handler. */
  readonly perform: (exchange: Exchange) => unknown;
  /** The routes with the same verb and pattern, when there are any. */
  readonly variants: RouteVariants | undefined;
}

export type CompiledRoutes = ReadonlyMap<Route, CompiledRoute>;

/** All routes of a router, compiled. */
export interface CompiledRouter {
  readonly matchers: readonly Matcher[];
  readonly routes: CompiledRoutes;
  /** For requests that no route answers: the router's filters around the error. */
  readonly unmatched: CompiledRoute;
  readonly canonicals: readonly Canonical[];
  /** Runs `context.next()`. */
  readonly next: (exchange: Exchange) => unknown;
}
