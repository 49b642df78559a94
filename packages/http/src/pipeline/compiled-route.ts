import type { Filter } from '../contract/filter.ts';
import type { Matcher } from '../contract/matcher.ts';
import type { Route } from '../contract/route.ts';
import type { ExchangePlan } from '../exchange/exchange-plan.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { PatternTable } from '../routing/pattern-table.ts';
import type { Pattern } from '../routing/pattern.ts';
import type { Canonical } from '../routing/spellings.ts';
import type { DirectRoutes } from './direct-routes.ts';
import type { RouteVariants } from './variants.ts';

/** A filter and the pattern of the paths to which it applies. */
export interface CompiledFilter {
  readonly filter: Filter;
  readonly pattern: Pattern | undefined;
}

/** A compiled plan: all functions that answer a request. */
export interface CompiledRoute extends ExchangePlan {
  /** All filters, outermost first; null if there are none. */
  readonly filters: readonly CompiledFilter[] | null;
  /** All filters except the router's, which run only once even if the request is passed on; null if there are none. */
  readonly routeFilters: readonly CompiledFilter[] | null;
  /** Reads the body, binds the arguments and calls the handler, inside the filters. */
  readonly perform: (exchange: Exchange) => unknown;
  /** The variants of this route; undefined if it is the only route with its method and pattern. */
  readonly variants: RouteVariants | undefined;
}

/** The compiled routes of all matchers. */
export class CompiledRoutes {
  readonly list: readonly CompiledRoute[];
  #byRoute: ReadonlyMap<Route, CompiledRoute> | undefined = undefined;

  constructor(list: readonly CompiledRoute[]) {
    this.list = list;
  }

  /** Returns the compiled form of a route. Indexes the routes at the first call, because most requests need no index. */
  get(route: Route): CompiledRoute {
    this.#byRoute ??= new Map(this.list.map((each) => [each.route!, each]));
    return this.#byRoute.get(route)!;
  }
}

/** The compiled routes of a router. */
export interface CompiledRouter {
  readonly matchers: readonly Matcher[];
  /** The first matcher. */
  readonly table: PatternTable;
  readonly routes: CompiledRoutes;
  /** The routes of the first matcher, in its order, because an index costs less than a look-up by route. */
  readonly byPosition: readonly CompiledRoute[];
  readonly direct: DirectRoutes;
  /** The plan for unmatched requests: the router's filters around the error response. */
  readonly unmatched: CompiledRoute;
  /** The plans for unmatched requests under the prefixes of mounted routers, the longest prefix first. */
  readonly unmatchedBelow: readonly { readonly pattern: Pattern; readonly unmatched: CompiledRoute }[];
  readonly canonicals: readonly Canonical[];
  /** The protocols to which routes upgrade connections. */
  readonly upgrades: ReadonlySet<string>;
  /** Implements `context.next()`. */
  readonly next: (exchange: Exchange) => unknown;
}
