import type { Route } from '@writ/http';

/** State that the controllers of one matcher share, as `this.app`. */
export interface App {
  /**
   * Returns the encoded path of a class with its arguments: `url(Notes, 7, { page: 2 })` is `/notes/7?page=2`.
   * Arguments fill the variables of the path, then follow it as segments. An object as the last argument becomes the
   * query: an array repeats its name; undefined and null are omitted. Throws for a class that is not routed, and for a
   * value that cannot be a path segment.
   */
  readonly url: (type: Function, ...args: readonly unknown[]) => string;
}

/** Key of the property that holds a route's app, so that requests need no look-up. */
const APP = Symbol.for('writ.App');

export function attachApp(route: Route, app: App): void {
  Object.defineProperty(route, APP, { value: app });
}

export function appOf(route: Route | undefined): App {
  const app = (route as { readonly [APP]?: App } | undefined)?.[APP];
  if (app === undefined) throw new Error('the route does not belong to a controller');
  return app;
}
