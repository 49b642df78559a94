import type { Route } from '@writ/http';

/** State shared by the controllers of one matcher, available as `this.app`. */
export interface App {
  /**
   * Returns the encoded path of a class with its arguments: `url(Notes, 7, { page: 2 })` is `/notes/7?page=2`. The
   * first arguments fill the path variables; any others are appended as segments. If the last argument is an object, it
   * becomes the query: the name of an array is repeated for each item, and undefined and null are omitted. Throws for
   * an unrouted class and for a value that cannot be a path segment.
   */
  readonly url: (type: Function, ...args: readonly unknown[]) => string;
}

/** Key of the property that contains a route's app, which avoids a look-up for each request. */
const APP = Symbol.for('writ.App');

export function attachApp(route: Route, app: App): void {
  Object.defineProperty(route, APP, { value: app });
}

export function appOf(route: Route | undefined): App {
  const app = (route as { readonly [APP]?: App } | undefined)?.[APP];
  if (app === undefined) throw new Error('the route does not belong to a controller');
  return app;
}
