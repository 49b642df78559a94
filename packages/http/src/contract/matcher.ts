import type { Route } from './route.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/**
 * Finds the route of a request. The pattern table is one; a front with an order of its own (a tree of modules and
 * classes) mounts another by `router.mount(matcher)`. All share one pipeline, one printed table and one error format.
 */
export interface Matcher {
  /** For the printed table. */
  readonly name: string;
  /** Every route that `match` can return, each the very object that it returns. */
  readonly routes: readonly Route[];
  /**
   * Must be synchronous and without side effects. `method` is in capitals. HEAD is matched as itself first and, without
   * a match, as GET; OPTIONS only as itself: if it does not match and `allow` is not empty, the response is 204 with
   * Allow.
   */
  match(method: string, path: RequestPath): Match | NoMatch;
  /**
   * The next match after that route, which `match` or `after` gave for the same request: what `context.next()` passes
   * on to. A matcher without it has one match for a request.
   */
  after?(route: Route, method: string, path: RequestPath): Match | undefined;
  /**
   * The segments under which the matcher looks the path up, when they differ from `path.segments`: filters with a
   * pattern are matched against both, so that another spelling of a path does not slip past a guard. Whatever the
   * method, and also for a path at which nothing is.
   */
  canonical?(path: RequestPath): readonly string[] | undefined;
  /**
   * The routes that such a request makes one look at, in order, each with why it answers or does not; for
   * `router.explain`.
   */
  consider?(method: string, path: RequestPath): readonly ConsideredRoute[];
  /** The names of `Match.values` for that route, in their order. */
  variables(route: Route): readonly string[];
}

/** The route that a request matches, with the strings of its path. */
export interface Match {
  readonly route: Route;
  /** Decoded values of the path's variables, in the order of `Matcher.variables(route)`. */
  readonly values: readonly string[];
  /** Decoded segments that are positional arguments; `position` and `rest` bindings use them. */
  readonly positional?: readonly string[];
}

/** A route that was considered and did not match. */
export interface ConsideredRoute {
  readonly route: Route;
  /** The reason, such as `accepts only 1 of the 2 remaining segments`. */
  readonly why: string;
}

/** No route matches the request. */
export interface NoMatch {
  readonly route?: undefined;
  /** The methods that routes of this path have; empty if no route has the path (404 instead of 405). */
  readonly allow: readonly string[];
}

/** No route has the path, whatever the method. */
export const NO_MATCH: NoMatch = { allow: [] };
