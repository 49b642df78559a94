import { eraKey } from './eras.ts';
import { knownKeys } from './schema-view.ts';

const known = new Set(knownKeys().flatMap(({ path }) => path));

/** Whether some object of this or another program's format has a key of this name. */
export function isKnownName(key: string): boolean {
  return known.has(key) || eraKey(key) !== undefined;
}
