import { nullable, optional, type Type } from '@writ/http';
import { isKind, type EnumObject } from '@writ/http/kernel';

/** Makes a type optional. */
export function toOptional(type: Type): Type {
  return isKind(type, 'optional') ? type : optional(type);
}

export function toNullable(type: Type): Type {
  if (isKind(type, 'optional')) return optional(toNullable(type.of));
  return isKind(type, 'nullable') ? type : nullable(type);
}

/** Whether the type is an enum, an object of values by name. */
export function isEnum(type: Type): type is EnumObject {
  return typeof type === 'object' && !('kind' in type) && !('~standard' in type);
}
