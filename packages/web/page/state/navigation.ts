import { signal, type ReadonlySignal } from '@preact/signals';

/** The view that a path selects. */
export type Route =
  | { readonly view: 'compose' }
  | { readonly view: 'installs' }
  | { readonly view: 'account' }
  | { readonly view: 'install'; readonly id: number }
  | { readonly view: 'comparison'; readonly before: number; readonly after: number }
  | { readonly view: 'batches' }
  | { readonly view: 'batch'; readonly id: number }
  | { readonly view: 'new-batch' }
  | { readonly view: 'nodes' }
  | { readonly view: 'node'; readonly id: number }
  | { readonly view: 'missing' };

export const composePath = '/';
export const installsPath = '/installs';
export const accountPath = '/account';
export const installPath = (id: number): string => `${installsPath}/${id}`;

export const batchesPath = '/batches';
export const batchPath = (id: number): string => `${batchesPath}/${id}`;
export const newBatchPath = '/batches/new';

export const nodesPath = '/nodes';
export const nodePath = (id: number): string => `${nodesPath}/${id}`;

/** The path of the comparison of two installations. */
export const comparisonPath = (before: number, after: number): string =>
  `${installsPath}/compare/${before}/${after}`;

/** The path of an installation, or of the comparison of two. */
const NUMBERED = /^\/installs\/(?:([1-9]\d{0,14})|compare\/([1-9]\d{0,14})\/([1-9]\d{0,14}))$/;

/** The path of a batch or of a machine. */
const ENTRY = /^\/(batches|nodes)\/([1-9]\d{0,14})$/;

export function parseRoute(path: string): Route {
  if (path === composePath) return { view: 'compose' };
  if (path === installsPath) return { view: 'installs' };
  if (path === accountPath) return { view: 'account' };
  if (path === batchesPath) return { view: 'batches' };
  if (path === newBatchPath) return { view: 'new-batch' };
  if (path === nodesPath) return { view: 'nodes' };
  const [, list, entry] = ENTRY.exec(path) ?? [];
  if (entry !== undefined) return { view: list === 'batches' ? 'batch' : 'node', id: Number(entry) };
  const [id, before, after] = NUMBERED.exec(path)?.slice(1).map(toNumber) ?? [];
  if (id !== undefined) return { view: 'install', id };
  if (before !== undefined && after !== undefined) return { view: 'comparison', before, after };
  return { view: 'missing' };
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** The path of the page, which selects the view. */
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
