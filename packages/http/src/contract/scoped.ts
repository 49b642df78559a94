import type { Component } from './component.ts';
import type { Registry } from './registry.ts';

/** A part of a plan, and the scope that set it: `method`, `class Notes`, `router`, `toolkit`, `built in`. */
export interface Scoped<T> {
  readonly value: T;
  readonly scope: string;
}

/** The scope of a binding's own reader or provider. */
export const PARAMETER = 'parameter';
/** The scope of a route's own scope that has no name. */
export const ROUTE = 'route';

const LEVELS = ['router', 'toolkit', 'all toolkits'];

/** The components of a registry: a list for each level, the nearest first, in the order of registration. */
export function scopedLevels<T>(registry: Registry<T>): readonly (readonly Scoped<Component<T>>[])[] {
  return registry.levels().map((level, index) => {
    const scope = LEVELS[index] ?? 'outer registry';
    return level.map((value) => ({ value, scope }));
  });
}
