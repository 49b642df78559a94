import type { Component } from '../contract/component.ts';
import type { Choice } from './explanation.ts';
import { placeOnly } from './rows.ts';

/** Of the registries that stand behind a router's. */
export function levelName(index: number): string {
  return ['router', 'toolkit', 'all toolkits'][index] ?? 'further above';
}

/** A component, for `map`. */
export function choice<T>(from: string): (component: Component<T>) => Choice {
  return ({ name, types, origin }) => ({
    what: types === undefined ? name : `${name} for ${types.map((type) => type.name).join(', ')}`,
    from,
    origin: placeOnly(origin),
  });
}
