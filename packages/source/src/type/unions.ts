import type { Type } from '@writ/http';
import type { TSUnionType } from '@oxc-project/types';
import { toNullable, toOptional } from './kinds.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import type { Scope } from './scope.ts';
import { uniteTypes } from './unite-types.ts';

/** Reads a union. Reports one whose members cannot be distinguished by a string, such as `string | number`. */
export function readUnion(
  node: TSUnionType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const isAbsent = (type: string): boolean => type === 'TSNullKeyword' || type === 'TSUndefinedKeyword';
  const present = node.types.filter(({ type }) => !isAbsent(type));
  const has = (type: string): boolean => node.types.some((member) => member.type === type);
  const parts = present.map((member) => read(member, scope, open));
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const united = known.length === 0 ? undefined : uniteTypes(known);
  if (united === undefined) return reportUnsupportedType(node, scope);
  const type = has('TSNullKeyword') ? toNullable(united) : united;
  return has('TSUndefinedKeyword') ? toOptional(type) : type;
}
