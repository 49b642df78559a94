import { signal, type ReadonlySignal } from '@preact/signals';

/** The view that an address selects. */
export type Route =
  | { readonly view: 'compose' }
  | { readonly view: 'installs' }
  | { readonly view: 'install'; readonly id: number }
  | { readonly view: 'missing' };

export const composePath = '/';
export const installsPath = '/installs';
export const installPath = (id: number): string => `${installsPath}/${id}`;

export function parseRoute(path: string): Route {
  if (path === composePath) return { view: 'compose' };
  if (path === installsPath) return { view: 'installs' };
  const id = /^\/installs\/([1-9]\d{0,14})$/.exec(path)?.[1];
  return id === undefined ? { view: 'missing' } : { view: 'install', id: Number(id) };
}

/** The page's address, which selects the view. */
export class Navigation {
  readonly #route = signal(parseRoute(location.pathname));

  constructor() {
    addEventListener('popstate', () => this.#update());
  }

  get route(): ReadonlySignal<Route> {
    return this.#route;
  }

  /** Shows the view of another path without loading the page again. */
  open(path: string): void {
    if (path !== location.pathname) history.pushState(null, '', path);
    this.#update();
    scrollTo(0, 0);
  }

  #update(): void {
    this.#route.value = parseRoute(location.pathname);
  }
}
