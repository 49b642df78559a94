import { nullable, oneOf, type Type } from '@writ/http';
import type { TSType } from 'oxc-parser';
import { enumMember } from './enums.ts';
import { literalOf } from './literals.ts';
import { toOptional } from './objects.ts';
import { misunderstood, type Open, type ReadType } from './read-type.ts';
import type { Scope } from './scope.ts';

interface Member {
  readonly node: TSType;
  /** Of the module where it is written. */
  readonly scope: Scope;
}

/** Literals, and one type with `null` or `undefined`: what the values are must be plain from a text, too. */
export function readUnion(node: TSType, scope: Scope, open: Open, read: ReadType): Type | undefined {
  const members = membersOf({ node, scope }, open);
  const has = (type: TSType['type']): boolean => members.some((member) => member.node.type === type);
  const present = members.filter(
    (member) => member.node.type !== 'TSNullKeyword' && member.node.type !== 'TSUndefinedKeyword',
  );
  const literals = present.map(literalIn);
  const [only] = present;
  let type: Type | undefined;
  if (literals.length > 0 && literals.every((literal) => literal !== undefined)) type = oneOf(...literals);
  else if (present.length === 1 && only!.node.type !== 'TSLiteralType')
    type = read(only!.node, only!.scope, open);
  else return misunderstood(node, scope);
  if (type !== undefined && has('TSNullKeyword')) type = nullable(type);
  return type !== undefined && has('TSUndefinedKeyword') ? toOptional(type) : type;
}

function literalIn({ node, scope }: Member): string | number | boolean | undefined {
  if (node.type === 'TSLiteralType') return literalOf(node.literal);
  return node.type === 'TSTypeReference' ? enumMember(node.typeName, scope) : undefined;
}

/** The members of a union, and of the unions that its members name. */
function membersOf(member: Member, open: Open): readonly Member[] {
  const { node, scope } = member;
  if (node.type === 'TSParenthesizedType') return membersOf({ node: node.typeAnnotation, scope }, open);
  if (node.type === 'TSUnionType')
    return node.types.flatMap((each) => membersOf({ node: each, scope }, open));
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return [member];
  const found = scope.lookup.findType(scope.module, node.typeName.name);
  const [alias] = found?.declarations ?? [];
  if (found === undefined || alias?.type !== 'TSTypeAliasDeclaration' || alias.typeParameters !== null)
    return [member];
  const key = `${found.module.file}\0${found.name}`;
  if (open.includes(key)) return [member];
  const members = membersOf({ node: alias.typeAnnotation, scope: scope.within(found.module) }, [
    ...open,
    key,
  ]);
  const isUnion = members.length > 1 || members[0]?.node.type === 'TSLiteralType';
  return isUnion ? members : [member];
}
