import type { Route } from '@writ/http';

/** What the controllers that are served together share: `this.app`. */
export interface App {
  /**
   * The path of a class with its arguments, encoded: `url(Notes, 7, { page: 2 })` is `/notes/7?page=2`. Arguments fill
   * the variables of the path first, then stand behind it; an object as the last one becomes the query (an array in it
   * repeats its name, what is undefined or null is left out). Throws for a class that is not routed, and for a value
   * that cannot stand in a path.
   */
  readonly url: (type: Function, ...args: readonly unknown[]) => string;
}

/** Kept on a route, so that finding it takes no work while a request is answered. */
const APP = Symbol.for('writ.App');

export function attachApp(route: Route, app: App): void {
  Object.defineProperty(route, APP, { value: app });
}

export function appOf(route: Route | undefined): App {
  const app = (route as { readonly [APP]?: App } | undefined)?.[APP];
  if (app === undefined) throw new Error('the route does not belong to a controller');
  return app;
}
