import { oneOf, type Type } from '@writ/http';
import type { TSIndexedAccessType, TSTypeOperator } from '@oxc-project/types';
import { isKind } from '@writ/http/kernel';
import { findMember } from './find-member.ts';
import { isEnum, toOptional } from './kinds.ts';
import type { Literal } from './literals.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import { structureOf } from './recursive.ts';
import type { Scope } from './scope.ts';
import { uniteTypes } from './unite-types.ts';

/** Reads `keyof Note`: a union of the key names of an object type. */
export function readKeys(
  node: TSTypeOperator,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const declared = read(node.typeAnnotation, scope, open);
  if (declared === undefined) return undefined;
  const type = structureOf(declared, scope);
  const names = isKind(type, 'object') && type.rest === undefined ? Object.keys(type.fields) : [];
  return names.length === 0 ? reportUnsupportedType(node, scope) : oneOf(...names);
}

/**
 * Reads an indexed access such as `Note['title']`, `(typeof LEVELS)[keyof typeof LEVELS]` or `(typeof KINDS)[number]`.
 */
export function readIndexed(
  node: TSIndexedAccessType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const member = findMember(node, scope);
  if (member !== undefined) {
    const type = read(member.node, member.scope, open);
    return type !== undefined && member.isOptional ? toOptional(type) : type;
  }
  const declared = read(node.objectType, scope, open);
  if (declared === undefined) return undefined;
  const object = structureOf(declared, scope);
  const index = read(node.indexType, scope, open);
  if (index === undefined) return undefined;
  const found =
    index === Number ? elementTypesOf(object) : literalsOf(index)?.map((key) => fieldTypeOf(object, key));
  const known = found?.filter((type) => type !== undefined) ?? [];
  const type = known.length === 0 || known.length < found!.length ? undefined : uniteTypes(known);
  return type ?? reportUnsupportedType(node, scope);
}

function elementTypesOf(type: Type): readonly Type[] | undefined {
  if (isKind(type, 'array')) return [type.of];
  return isKind(type, 'tuple') ? [...type.of, ...(type.rest === undefined ? [] : [type.rest])] : undefined;
}

function fieldTypeOf(type: Type, key: Literal): Type | undefined {
  if (isKind(type, 'tuple')) return type.of[Number(key)];
  if (isKind(type, 'union')) {
    const types = type.of.map((member) => fieldTypeOf(member, key));
    const known = types.filter((each) => each !== undefined);
    return known.length < types.length ? undefined : uniteTypes(known);
  }
  if (!isKind(type, 'object')) return undefined;
  const fields = type.fields;
  return Object.hasOwn(fields, key.toString()) ? fields[key.toString()] : type.rest;
}

/** Returns the values of literals or enum members; undefined if the type has other values. */
export function literalsOf(type: Type): readonly Literal[] | undefined {
  if (isKind(type, 'oneOf')) return type.values as readonly Literal[];
  if (isKind(type, 'template')) return stringsOf(type.of);
  return isEnum(type) ? Object.values(type) : undefined;
}

/** The maximum number of strings of a template, to which it is expanded if all of its parts are literals. */
const MAX_STRINGS = 100;

/** Returns the strings of a template such as `${'a' | 'b'}_id`; undefined if a part is not a literal. */
function stringsOf(of: readonly (string | Type)[]): readonly string[] | undefined {
  let strings: readonly string[] = [''];
  for (const part of of) {
    const values = typeof part === 'string' ? [part] : literalsOf(part);
    if (values === undefined || strings.length * values.length > MAX_STRINGS) return undefined;
    strings = strings.flatMap((before) => values.map((value) => `${before}${value}`));
  }
  return strings;
}
