import { displayKeys, maskSecrets } from './secrets.ts';
import { pointerKeys } from './pointers.ts';

/** Formats a pointer as a readable path, such as `network_config.nics[0].iface`. */
export function keyPath(pointer: string): string {
  const keys = displayKeys(pointerKeys(pointer));
  return keys.reduce(
    (name, key) => (/^\d+$/.test(key) ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`),
    '',
  );
}

/** Formats a list as `"a", "b" or "c"`. */
export function joinWithOr(
  values: readonly string[],
  quote = (value: string): string => JSON.stringify(value),
): string {
  const quoted = values.map(quote);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
}

/** Formats a list as `"a", "b" and "c"`. */
export function joinWithAnd(values: readonly string[]): string {
  const quoted = values.map((value) => JSON.stringify(maskSecrets(value)));
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} and ${last}`;
}

const typeNames = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Describes the type of a value, such as `a list`; a Boolean is described as `true` or `false`. */
export function describeValueType(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return describeType(kind);
}

export function describeType(type: string): string {
  return typeNames[type as keyof typeof typeNames] ?? type;
}
