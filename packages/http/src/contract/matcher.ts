import type { Route } from './route.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/**
 * Finds the route of a request. The pattern table is a matcher; a front end that selects routes differently
 * (by a tree of modules and classes) mounts its own with `router.mount(matcher)`. All matchers share one
 * pipeline, one printed table and one error format.
 */
export interface Matcher {
  /** Shown in the printed table. */
  readonly name: string;
  /** Every route that `match` can return, as the identical object. */
  readonly routes: readonly Route[];
  /**
   * Must be synchronous and free of side effects. `method` is in upper case. HEAD is matched as HEAD first
   * and, without a match, as GET. OPTIONS is matched only as OPTIONS: without a match, if `allow` is not
   * empty, the response is 204 with Allow.
   */
  match(method: string, path: RequestPath): Match | NoMatch;
  /**
   * The next match after `route`, which `match` or `after` returned for the same request; `context.next()`
   * passes the request to it. A matcher without this method has at most one match per request.
   */
  after?(route: Route, method: string, path: RequestPath): Match | undefined;
  /**
   * The segments by which the matcher looks up the path, if they differ from `path.segments`. Filters with a
   * pattern are matched against both, so that another spelling of a path does not bypass a guard. Does not
   * depend on the method, nor on whether a route has the path.
   */
  canonical?(path: RequestPath): readonly string[] | undefined;
  /**
   * The routes that are considered for the request, in order, each with the reason why it matches or not; for
   * `router.explain`.
   */
  consider?(method: string, path: RequestPath): readonly ConsideredRoute[];
  /** The names of `Match.values` for the route, in the same order. */
  variables(route: Route): readonly string[];
}

/** The route that a request matches, with the values from its path. */
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
  /** The methods that routes of this path support; empty if no route has the path (404 instead of 405). */
  readonly allow: readonly string[];
}

/** No route has the path, for any method. */
export const NO_MATCH: NoMatch = { allow: [] };
