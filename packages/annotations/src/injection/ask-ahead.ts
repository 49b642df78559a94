import { componentsIn, endpointOf } from '../collect/endpoint.ts';
import { madeFrom } from '../components/component.ts';
import type { Class } from '../records.ts';
import { InjectionProblem, type Injector } from './injector.ts';

/** Asks for all that will be made of classes, so that it can be waited for. Who needs what cannot be made is told then. */
export function askAhead(
  injector: Injector,
  endpoints: readonly unknown[],
  components: readonly unknown[],
): void {
  for (const type of [...endpoints, ...endpoints.flatMap(namedBy), ...components]) {
    if (!isClass(type) || !injector.asks(type)) continue;
    try {
      injector.get(type);
    } catch (error) {
      if (!(error instanceof InjectionProblem)) throw error;
    }
  }
}

/** The classes of what is named for the routes of an endpoint. */
function namedBy(endpoint: unknown): (Class | undefined)[] {
  if (!isClass(endpoint)) return [];
  const { routes } = endpointOf(endpoint, Object.create(endpoint.prototype as object) as object, {});
  return componentsIn(routes).flatMap((component) => {
    const made = madeFrom(component);
    return made !== undefined && made.source === made.type ? [made.type] : [];
  });
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && 'prototype' in value;
}
