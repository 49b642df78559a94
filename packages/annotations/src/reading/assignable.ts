import { isSubclass } from '@writ/diagnostics/internal';
import type { Type } from '@writ/http';
import { isKind, type ObjectOf, type TupleOf } from '@writ/http/kernel';
import { isEnumObject, isSchemaType, runtimeClassOf } from './types.ts';

type Literal = string | number | boolean;

/**
 * Whether all values of the type belong to the declared type, as the compiler decides for bindings in a verb. Returns
 * true if the values are not known, as those of a schema, a custom codec or a recursive type.
 */
export function isAssignable(type: Type, declared: Type): boolean {
  if (type === declared || isUnknown(type) || isUnknown(declared)) return true;
  if (isKind(type, 'optional')) return allows(declared, 'optional') && isAssignable(type.of, declared);
  if (isKind(type, 'nullable')) return allows(declared, 'nullable') && isAssignable(type.of, declared);
  if (isKind(type, 'union')) return type.of.every((member) => isAssignable(member, declared));
  if (isKind(declared, 'optional') || isKind(declared, 'nullable')) return isAssignable(type, declared.of);
  const values = literalsOf(type);
  if (values !== undefined) return values.every((value) => acceptsLiteral(declared, value));
  if (isKind(declared, 'union')) return declared.of.some((member) => isAssignable(type, member));
  if (isKind(declared, 'template') && isKind(type, 'template')) return true;
  if (isKind(declared, 'template') || isKind(declared, 'oneOf') || isEnumObject(declared))
    return runtimeClassOf(type) === undefined || isNumberForEnum(type, declared);
  if (isKind(type, 'object') && isKind(declared, 'object')) return isObjectAssignable(type, declared);
  if (isKind(type, 'set') && isKind(declared, 'set')) return isAssignable(type.of, declared.of);
  if (isKind(type, 'map') && isKind(declared, 'map'))
    return isAssignable(type.key, declared.key) && isAssignable(type.of, declared.of);
  if (isKind(declared, 'array') || isKind(declared, 'tuple')) return isListAssignable(type, declared);
  return isClassAssignable(type, declared);
}

/** Whether the values of the type are unknown, or the declared type accepts every value. */
function isUnknown(type: Type): boolean {
  return isSchemaType(type) || isKind(type, 'unknown') || isKind(type, 'recursive') || isKind(type, 'self');
}

/** Whether the declared type includes `undefined` or `null`. */
function allows(declared: Type, kind: 'optional' | 'nullable'): boolean {
  if (isKind(declared, kind)) return true;
  if (isKind(declared, 'optional') || isKind(declared, 'nullable')) return allows(declared.of, kind);
  return isKind(declared, 'union') && declared.of.some((member) => allows(member, kind));
}

function literalsOf(type: Type): readonly Literal[] | undefined {
  if (type === Boolean) return [true, false];
  if (isKind(type, 'oneOf')) return type.values;
  return isEnumObject(type) ? Object.values(type) : undefined;
}

function acceptsLiteral(declared: Type, value: Literal): boolean {
  if (isUnknown(declared)) return true;
  if (isKind(declared, 'optional') || isKind(declared, 'nullable')) return acceptsLiteral(declared.of, value);
  if (isKind(declared, 'union')) return declared.of.some((member) => acceptsLiteral(member, value));
  if (isKind(declared, 'template')) return typeof value === 'string';
  const values = declared === Boolean ? undefined : literalsOf(declared);
  return values === undefined ? declared === CLASSES[typeof value] : values.includes(value);
}

const CLASSES: Readonly<Record<string, unknown>> = { string: String, number: Number, boolean: Boolean };

/** Whether a number is assigned to a numeric enum, which the compiler accepts. */
function isNumberForEnum(type: Type, declared: Type): boolean {
  return (
    runtimeClassOf(type) === Number &&
    isEnumObject(declared) &&
    Object.values(declared).some((value) => typeof value === 'number')
  );
}

function isListAssignable(type: Type, declared: Type): boolean {
  if (isKind(type, 'array')) return isKind(declared, 'array') && isAssignable(type.of, declared.of);
  if (!isKind(type, 'tuple')) return isClassAssignable(type, declared);
  const elements = [...type.of, ...(type.rest === undefined ? [] : [type.rest])];
  if (isKind(declared, 'array')) return elements.every((element) => isAssignable(element, declared.of));
  return !isKind(declared, 'tuple') || isTupleAssignable(type, declared);
}

function isTupleAssignable(type: TupleOf, declared: TupleOf): boolean {
  if (type.of.length !== declared.of.length) return type.rest !== undefined || declared.rest !== undefined;
  return type.of.every((element, index) => isAssignable(element, declared.of[index]!));
}

function isObjectAssignable(type: ObjectOf, declared: ObjectOf): boolean {
  const isFieldAssignable = ([name, field]: readonly [string, Type]): boolean => {
    const given = Object.hasOwn(type.fields, name) ? type.fields[name]! : type.rest;
    return given === undefined ? allows(field, 'optional') : isAssignable(given, field);
  };
  return Object.entries(declared.fields as Readonly<Record<string, Type>>).every(isFieldAssignable);
}

function isClassAssignable(type: Type, declared: Type): boolean {
  const values = runtimeClassOf(type);
  const accepted = runtimeClassOf(declared);
  return (
    values === undefined || accepted === undefined || accepted === Object || isSubclass(values, accepted)
  );
}
