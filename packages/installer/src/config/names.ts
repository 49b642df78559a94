import { shownKeys, withoutSecrets } from './secrets.ts';
import { pointerKeys } from './json/tree.ts';

/** A pointer as people say it: `network_config.nics[0].iface`. */
export function nameOf(pointer: string): string {
  const keys = shownKeys(pointerKeys(pointer));
  return keys.reduce(
    (name, key) => (/^\d+$/.test(key) ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`),
    '',
  );
}

/** `"a", "b" or "c"` */
export function oneOf(
  values: readonly string[],
  quote = (value: string): string => JSON.stringify(value),
): string {
  const quoted = values.map(quote);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
}

/** `"a", "b" and "c"` */
export function allOf(values: readonly string[]): string {
  const quoted = values.map((value) => JSON.stringify(withoutSecrets(value)));
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} and ${last}`;
}

const kinds = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** What a value is, in words. */
export function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return kindNamed(kind);
}

export function kindNamed(type: string): string {
  return kinds[type as keyof typeof kinds] ?? type;
}
