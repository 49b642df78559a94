import type { PropertyKey } from '@oxc-project/types';

/**
 * Returns the name of a key that is an identifier, a string or a number; undefined for any other key, such as a private
 * name. The caller excludes computed keys: the key of `[name]` is also an identifier.
 */
export function keyName(key: PropertyKey): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')
    ? String(key.value)
    : undefined;
}
