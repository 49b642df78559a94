import { isKind } from './is-kind.ts';
import type { Type } from './type.ts';

/** Removes an outer `optional` from a type. */
export function requiredOf(type: Type): Type {
  return isKind(type, 'optional') ? type.of : type;
}

/** Removes every outer `optional` and `nullable` from a type. */
export function presentOf(type: Type): Type {
  return isKind(type, 'optional') || isKind(type, 'nullable') ? presentOf(type.of) : type;
}
