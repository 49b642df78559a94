import { route, type Route } from '../index.ts';
import type { Bindable } from '../kernel.ts';

/** Creates a route that returns the values of its bindings as an array. */
export function echo(path: string, ...bindings: readonly Bindable<any>[]): Route {
  return route({ method: 'ANY', path, bindings, handler: (...values: unknown[]) => values });
}
