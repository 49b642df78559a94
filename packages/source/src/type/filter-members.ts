import { isKind } from '@writ/http/kernel';
import { oneOf, type Type } from '@writ/http';
import type { TSType, TSTypeReference } from '@oxc-project/types';
import { literalsOf } from './access.ts';
import { isEnum, toNullable, toOptional } from './kinds.ts';
import type { Literal } from './literals.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import type { Scope } from './scope.ts';
import { uniteTypes } from './unite-types.ts';

/** The members of a union, with its literals listed separately. */
interface Members {
  readonly types: readonly Type[];
  readonly null: boolean;
  readonly undefined: boolean;
}

/** Reads `Exclude<Level, 'debug'>` or `Extract<Change, { kind: 'added' }>`. */
export function filterMembers(
  name: 'Exclude' | 'Extract',
  node: TSTypeReference,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const [from, filter] = node.typeArguments!.params.map((each) => readMembersOf(each, scope, open, read));
  if (from === undefined || filter === undefined) return undefined;
  const extracts = name === 'Extract';
  const isKept = (type: Type): boolean => filter.types.some((other) => isMemberOf(type, other)) === extracts;
  const types = from.types.filter(isKept);
  const united = types.length === 0 ? undefined : uniteTypes(types);
  if (united === undefined) return reportUnsupportedType(node, scope);
  const withNull = from.null && filter.null === extracts ? toNullable(united) : united;
  return from.undefined && filter.undefined === extracts ? toOptional(withNull) : withNull;
}

function readMembersOf(node: TSType, scope: Scope, open: OpenNames, read: ReadType): Members | undefined {
  const written = node.type === 'TSUnionType' ? node.types : [node];
  const has = (type: string): boolean => written.some((each) => each.type === type);
  const others = written.filter(({ type }) => type !== 'TSNullKeyword' && type !== 'TSUndefinedKeyword');
  const types = others.map((each) => read(each, scope, open));
  if (types.includes(undefined)) return undefined;
  const members = types.map((type) => splitMembers(type!));
  return {
    types: members.flatMap((each) => each.types),
    null: has('TSNullKeyword') || members.some((each) => each.null),
    undefined: has('TSUndefinedKeyword') || members.some((each) => each.undefined),
  };
}

function splitMembers(type: Type): Members {
  if (isKind(type, 'optional')) return { ...splitMembers(type.of), undefined: true };
  if (isKind(type, 'nullable')) return { ...splitMembers(type.of), null: true };
  const literals = isKind(type, 'oneOf') || isEnum(type) ? literalsOf(type) : undefined;
  const members = isKind(type, 'union') ? type.of.flatMap((each) => splitMembers(each).types) : [type];
  return { types: literals?.map((value) => oneOf(value)) ?? members, null: false, undefined: false };
}

/** Whether a member of a union is assignable to a type. */
function isMemberOf(type: Type, to: Type): boolean {
  if (type === to) return true;
  const values = literalsOf(type);
  if (values !== undefined) return values.every((value) => acceptsLiteral(to, value));
  if (isKind(type, 'object') && isKind(to, 'object'))
    return Object.entries(to.fields as Readonly<Record<string, Type>>).every(([key, field]) => {
      const own = Object.hasOwn(type.fields, key) ? type.fields[key]! : undefined;
      if (isKind(field, 'optional')) return own === undefined || isMemberOf(own, field.of);
      return own !== undefined && isMemberOf(own, field);
    });
  const lists = ['array', 'tuple', 'set', 'map', 'template'] as const;
  return lists.some((kind) => isKind(type, kind) && isKind(to, kind)) && isSameStructure(type, to);
}

function acceptsLiteral(type: Type, value: Literal): boolean {
  if (type === String) return typeof value === 'string';
  if (type === Number) return typeof value === 'number';
  if (type === Boolean) return typeof value === 'boolean';
  return literalsOf(type)?.includes(value) === true;
}

/** Whether two types consist of the same parts. */
function isSameStructure(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => isSameStructure(Reflect.get(one, key), Reflect.get(other, key)))
  );
}
