import type { EnumObject } from './type.ts';

/** Returns the members of an enum, without the numeric keys that map the values of a numeric enum back to names. */
export function listEnumMembers(
  type: EnumObject,
): readonly (readonly [name: string, value: string | number])[] {
  return Object.entries(type).filter(([name, value]) => !isReverseKey(type, name, value));
}

/** Whether the key is the number that the member named `value` has. */
function isReverseKey(type: EnumObject, name: string, value: string | number): boolean {
  const back = Object.hasOwn(type, value) ? type[value] : undefined;
  return typeof value === 'string' && typeof back === 'number' && String(back) === name;
}

/** Returns the values of an enum. */
export function listEnumValues(type: EnumObject): readonly (string | number)[] {
  return listEnumMembers(type).map(([, value]) => value);
}
