import type { Component } from './component.ts';
import type { Registry } from './registry.ts';

/** A part of a plan, and the name of the scope that set it, such as `route`, `class Notes`, `router` or `toolkit`. */
export interface Scoped<T> {
  readonly value: T;
  readonly scope: string;
}

/** The scope name for a reader or provider that a binding declares. */
export const PARAMETER = 'parameter';
/** The name of a route's own scope if the scope does not declare a name. */
export const ROUTE = 'route';

/**
 * Returns the components of a registry as one list per level, the nearest level first. Each list is in registration
 * order.
 */
export function scopedLevels<T>(registry: Registry<T>): readonly (readonly Scoped<Component<T>>[])[] {
  const scopes = registry.scopes();
  return registry.levels().map((level, index) => {
    const scope = scopes[index]!;
    return level.map((value) => ({ value, scope }));
  });
}
