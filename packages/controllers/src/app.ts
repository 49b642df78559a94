import type { Route, RoutingContext } from '@writ/http';
import { mountPathOf, mountPrefixOf } from '@writ/http/kernel';

/** State shared by the controllers of one matcher, available as `this.app`. */
export interface App {
  /**
   * Returns the encoded path of a class with its arguments: `url(Notes, 7, { page: 2 })` is `/notes/7?page=2`. The
   * first arguments fill the path variables; any others are appended as segments. If the last argument is a plain
   * object, its values fill the path variables of the same names, and the others become the query: the name of an array
   * is repeated for each item, and undefined and null are omitted. If the controllers are mounted under a prefix, in
   * another router or in an Express application, the path begins with the prefix of the current request. Throws an
   * error for an unrouted class, `TypeError` for a value that has no string form or cannot be a path segment, and
   * `AddressError` for values that every handler of the class would reject.
   */
  readonly url: (type: Function, ...args: readonly unknown[]) => string;
}

/** Key of the property that contains a route's app, which avoids a look-up for each request. */
const APP = Symbol.for('writ.App');

/** Attaches an app to a route. Copies of the route under a prefix also have it. */
export function attachApp(route: Route, app: App): void {
  (route as { [APP]?: App })[APP] = app;
}

/**
 * Returns the app of the current route. Its paths contain the path at which Express mounts the router, and the prefix
 * under which the route is mounted in it.
 */
export function appOf(context: RoutingContext): App {
  const app = (context.route as { [APP]?: App } | undefined)?.[APP];
  if (app === undefined) throw new Error('the route does not belong to a controller');
  const prefix = mountPathOf(context) + mountPrefixOf(context);
  return prefix === '' ? app : { url: (type, ...args) => joinPaths(prefix, app.url(type, ...args)) };
}

/** Adds a prefix to a path. As in the route table, the root below a prefix is the prefix without a trailing slash. */
function joinPaths(prefix: string, path: string): string {
  return `${prefix}${/^\/(?=\?|$)/.test(path) ? path.slice(1) : path}`;
}
