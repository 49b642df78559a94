import type { PropertyKey } from 'oxc-parser';

/** The static name of a key; undefined for a computed or private key. */
export function keyName(key: PropertyKey): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')
    ? String(key.value)
    : undefined;
}
