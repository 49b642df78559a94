import { nullable, optional, type Type } from '@writ/http';
import type { EnumObject } from '@writ/http/kernel';

export function isKind<K extends string>(type: Type, kind: K): type is Extract<Type, { readonly kind: K }> {
  return typeof type === 'object' && 'kind' in type && type.kind === kind;
}

export function requiredOf(type: Type): Type {
  return isKind(type, 'optional') ? (type.of as Type) : type;
}

export function toOptional(type: Type): Type {
  return isKind(type, 'optional') ? type : optional(type);
}

export function toNullable(type: Type): Type {
  if (isKind(type, 'optional')) return optional(toNullable(type.of as Type));
  return isKind(type, 'nullable') ? type : nullable(type);
}

/** Whether it is the members of an enum, by their names. */
export function isEnum(type: Type): type is EnumObject {
  return typeof type === 'object' && !('kind' in type) && !('~standard' in type);
}
