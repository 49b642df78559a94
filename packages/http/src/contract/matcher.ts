import type { Route } from './route.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/**
 * Finds the route for a request. The pattern table is a matcher; a front end that selects routes by other means, such
 * as a tree of classes, mounts its own with `router.mount(matcher)`. All matchers share one pipeline, one printed table
 * and one error format.
 */
export interface Matcher {
  /** The name in the printed table. */
  readonly name: string;
  /** All routes that `match` can return. It must return these objects themselves, not copies. */
  readonly routes: readonly Route[];
  /**
   * Finds the first match. Must be synchronous and free of side effects. `method` is in upper case. For HEAD, the
   * kernel tries HEAD, then GET. For OPTIONS, it tries only OPTIONS; if there is no match but `allow` is not empty, the
   * response is 204 with Allow. `upgrades` is true if the client asks to upgrade the connection to a protocol that one
   * of the router's routes uses.
   */
  match(method: string, path: RequestPath, upgrades?: boolean): Match | NoMatch;
  /**
   * Finds the next match after `route`, which `match` or `after` returned for the same request. `context.next()` passes
   * the request to it. A matcher without this method has at most one match per request.
   */
  after?(route: Route, method: string, path: RequestPath): Match | undefined;
  /**
   * Returns the segments by which the matcher looks up the path, if they differ from `path.segments`. Filters with a
   * pattern are matched against both, so that a guard cannot be bypassed by another spelling of the path. The result
   * must not depend on the method or on whether a route has the path.
   */
  canonical?(path: RequestPath): readonly string[] | undefined;
  /**
   * Returns the routes that are considered for the request, in order, with the reasons why they match or do not match.
   * Called by `router.explain`.
   */
  consider?(method: string, path: RequestPath): readonly ConsideredRoute[];
  /** Returns the names of `Match.values` for the route, in the same order. */
  variables(route: Route): readonly string[];
}

/** The route that a request matches, with the values from its path. */
export interface Match {
  readonly route: Route;
  /** Decoded values of the path variables, in the order of `Matcher.variables(route)`. */
  readonly values: readonly string[];
  /** Decoded segments that `position` and `rest` bindings receive as arguments. */
  readonly positional?: readonly string[];
  /** The index of the route in `Matcher.routes`. The pattern table sets it to save a look-up by route. */
  readonly position?: number;
}

/** A route that was considered for a request. */
export interface ConsideredRoute {
  readonly route: Route;
  /** The reason why it matches or does not match, such as `accepts only 1 of the 2 remaining segments`. */
  readonly why: string;
}

/** The result for a request that does not match any route. */
export interface NoMatch {
  readonly route?: undefined;
  /**
   * The methods that routes with this path support. If no route has the path, the list is empty and the response is 404
   * instead of 405.
   */
  readonly allow: readonly string[];
}

/** The result for a path that no route has. */
export const NO_MATCH: NoMatch = { allow: [] };
