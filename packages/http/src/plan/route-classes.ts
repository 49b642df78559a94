import { flattenBindings } from '../binding/binding-rules.ts';
import type { Route } from '../contract/route.ts';
import type { Type } from '../contract/type.ts';
import type { RoutePlan } from './route-plan.ts';

/** The parts of a route that refer to classes. */
export type ClassedRoute = Pick<Route, 'bindings' | 'scopes' | 'returns'>;

/**
 * Lists the classes to which a route refers in arguments, results, writers, handlers and event listeners, in a fixed
 * order.
 */
export function classesOfRoute({ bindings, scopes = [], returns }: ClassedRoute): readonly Function[] {
  const components = scopes.flatMap(({ handlers = [], writer, events = [] }) => [
    ...handlers.flatMap(({ types = [] }) => types),
    ...(writer?.types ?? []),
    ...events.flatMap(({ event, exception }) => [...(event.types ?? []), exception]),
  ]);
  const named = flattenBindings(bindings).flatMap((binding) =>
    'type' in binding ? classesOfType(binding.type) : [],
  );
  const all = [...named, ...components, ...(returns === undefined ? [] : classesOfType(returns))];
  return [...new Set(all)].filter((type) => typeof type === 'function');
}

/** Lists the classes to which registered components apply. */
export function registeredClasses({
  handlers,
  writers,
}: Pick<RoutePlan, 'handlers' | 'writers'>): readonly Function[] {
  return [...handlers, ...writers.registered.typed].flatMap(({ value: { types = [] } }) => types);
}

/** Lists the classes in a type. */
export function classesOfType(type: Type): readonly Function[] {
  if (typeof type === 'function') return [type];
  if (!('kind' in type) || typeof type.kind !== 'string') return [];
  const { of, fields, rest } = type as { of?: unknown; fields?: object; rest?: Type };
  const parts = [...(Array.isArray(of) ? (of as unknown[]) : [of]), ...Object.values(fields ?? {}), rest];
  return parts.flatMap((part) => (isType(part) ? classesOfType(part) : []));
}

function isType(part: unknown): part is Type {
  return typeof part === 'function' || (typeof part === 'object' && part !== null);
}
