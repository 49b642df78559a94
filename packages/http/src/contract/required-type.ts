import { isKind } from './is-kind.ts';
import type { Type } from './type.ts';

/** The type without `optional` around it. */
export function requiredOf(type: Type): Type {
  return isKind(type, 'optional') ? type.of : type;
}

/** The type without any `optional` and `nullable` around it. */
export function presentOf(type: Type): Type {
  return isKind(type, 'optional') || isKind(type, 'nullable') ? presentOf(type.of) : type;
}
