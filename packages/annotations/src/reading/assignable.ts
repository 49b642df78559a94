import { isSubclass } from '@writ/diagnostics/internal';
import { oneOf, type Type } from '@writ/http';
import { isKind, listEnumValues, type ObjectOf, type TupleOf, type UnionOf } from '@writ/http/kernel';
import { isEnumObject, isInvalidType, isSchemaType, runtimeClassOf } from './types.ts';

type Literal = string | number | boolean;

/**
 * Whether all values of the type belong to the declared type, as the compiler decides for bindings in a verb. Returns
 * true if the values are not known, such as those of a schema, a custom codec or a recursive type.
 */
export function isAssignable(type: Type, declared: Type): boolean {
  if (type === declared || isUnknown(type) || isUnknown(declared)) return true;
  if (isKind(type, 'optional')) return allows(declared, 'optional') && isAssignable(type.of, declared);
  if (isKind(type, 'nullable')) return allows(declared, 'nullable') && isAssignable(type.of, declared);
  if (isKind(type, 'union')) return type.of.every((member) => isAssignable(member, declared));
  if (isKind(declared, 'optional') || isKind(declared, 'nullable')) return isAssignable(type, declared.of);
  const values = literalsOf(type);
  if (values !== undefined) return values.every((value) => acceptsLiteral(declared, value));
  if (isKind(declared, 'union')) return isAssignableToUnion(type, declared);
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
  return (
    isInvalidType(type) ||
    isSchemaType(type) ||
    isKind(type, 'unknown') ||
    isKind(type, 'recursive') ||
    isKind(type, 'self')
  );
}

/** Whether the declared type includes `undefined` (`optional`) or `null` (`nullable`). */
function allows(declared: Type, kind: 'optional' | 'nullable'): boolean {
  if (isKind(declared, kind)) return true;
  if (isKind(declared, 'optional') || isKind(declared, 'nullable')) return allows(declared.of, kind);
  return isKind(declared, 'union') && declared.of.some((member) => allows(member, kind));
}

function literalsOf(type: Type): readonly Literal[] | undefined {
  if (type === Boolean) return [true, false];
  if (isKind(type, 'oneOf')) return type.values;
  return isEnumObject(type) ? listEnumValues(type) : undefined;
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
  if (isKind(declared, 'tuple')) return isTupleAssignable(type, declared);
  const elements = [...type.of, ...(type.rest === undefined ? [] : [type.rest])];
  return !isKind(declared, 'array') || elements.every((element) => isAssignable(element, declared.of));
}

function isTupleAssignable(type: TupleOf, declared: TupleOf): boolean {
  const further = [...type.of.slice(declared.of.length), ...(type.rest === undefined ? [] : [type.rest])];
  const { rest } = declared;
  return (
    declared.of.every((element, index) => {
      const given = type.of[index];
      return given === undefined ? allows(element, 'optional') : isAssignable(given, element);
    }) && further.every((element) => rest !== undefined && isAssignable(element, rest))
  );
}

/** The number of combinations of literals up to which the compiler compares an object type with a union. */
const MAX_COMBINATIONS = 25;

/**
 * Whether one member of the union accepts the type or, for an object type, whether each combination of the values of
 * its fields is accepted by a member: `{ kind: 'a' | 'b' }` is assignable to `{ kind: 'a' } | { kind: 'b' }`.
 */
function isAssignableToUnion(type: Type, declared: UnionOf): boolean {
  const isAccepted = (each: Type): boolean => declared.of.some((member) => isAssignable(each, member));
  if (isAccepted(type)) return true;
  const combinations = isKind(type, 'object') ? combineLiterals(type) : [];
  return combinations.length > 1 && combinations.every(isAccepted);
}

/**
 * Returns an object type for each combination of the literals of its fields; an empty list if there are too many
 * combinations.
 */
function combineLiterals(type: ObjectOf): readonly ObjectOf[] {
  let combinations: readonly ObjectOf[] = [type];
  for (const [name, field] of Object.entries(type.fields as Readonly<Record<string, Type>>)) {
    const values = isInvalidType(field) ? [] : (literalsOf(field) ?? []);
    if (combinations.length * values.length > MAX_COMBINATIONS) return [];
    if (values.length > 1)
      combinations = combinations.flatMap((each) =>
        values.map((value) => ({ ...each, fields: { ...each.fields, [name]: oneOf(value) } })),
      );
  }
  return combinations;
}

function isObjectAssignable(type: ObjectOf, declared: ObjectOf): boolean {
  const isFieldAssignable = ([name, field]: readonly [string, Type]): boolean => {
    if (Object.hasOwn(type.fields, name)) return isAssignable(type.fields[name]!, field);
    return type.rest === undefined ? allows(field, 'optional') : isAssignable(type.rest, field);
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
