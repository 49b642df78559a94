import { route, type Route } from '../index.ts';
import type { Bindable } from '../kernel.ts';

/** A route whose answer is what its bindings took, as a list. */
export function echo(path: string, ...bindings: readonly Bindable<any>[]): Route {
  return route({ method: 'ANY', path, bindings, handler: (...values: unknown[]) => values });
}
