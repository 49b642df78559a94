import { anything, array, nullable, oneOf, type ObjectOf, type Type } from '@writ/http';
import type { TSType, TSTypeReference } from 'oxc-parser';
import type { TypeDeclaration } from '../source/declarations.ts';
import { literalOf } from './literals.ts';
import { isKind, mergeObjects, readMembers, toOptional } from './objects.ts';
import { textOf, type Scope } from './scope.ts';

/** The names of the declarations that are being read, to notice a type that contains itself. */
type Open = readonly string[];

/** The type as the kernel knows it; undefined, after a finding, when it is not understood. */
export function readType(node: TSType, scope: Scope, open: Open = []): Type | undefined {
  switch (node.type) {
    case 'TSStringKeyword':
      return String;
    case 'TSNumberKeyword':
      return Number;
    case 'TSBooleanKeyword':
      return Boolean;
    case 'TSBigIntKeyword':
      return BigInt;
    case 'TSUnknownKeyword':
      return anything;
    case 'TSParenthesizedType':
      return readType(node.typeAnnotation, scope, open);
    case 'TSTypeOperator':
      return node.operator === 'readonly'
        ? readType(node.typeAnnotation, scope, open)
        : misunderstood(node, scope);
    case 'TSArrayType':
      return readArray(node.elementType, scope, open);
    case 'TSTypeLiteral':
      return readMembers(node.members, scope, (member) => readType(member, scope, open));
    case 'TSLiteralType':
    case 'TSUnionType':
      return readUnion(node, scope, open);
    case 'TSTypeReference':
      return readReference(node, scope, open);
    default:
      return misunderstood(node, scope);
  }
}

function readArray(element: TSType, scope: Scope, open: Open): Type | undefined {
  const type = readType(element, scope, open);
  if (type === undefined || !isKind(type, 'optional')) return type && array(type);
  return scope.report(
    'type-unknown',
    element,
    'an element of an array cannot be undefined',
    'leave out "undefined"',
  );
}

/** Literals, and one type with `null` or `undefined`: what the values are must be plain from a text, too. */
function readUnion(node: TSType, scope: Scope, open: Open): Type | undefined {
  const members = membersOf(node, scope, open);
  const present = members.filter(({ type }) => type !== 'TSNullKeyword' && type !== 'TSUndefinedKeyword');
  const literals = present.map((member) =>
    member.type === 'TSLiteralType' ? literalOf(member.literal) : undefined,
  );
  const [only] = present;
  let type: Type | undefined;
  if (literals.length > 0 && literals.every((literal) => literal !== undefined)) type = oneOf(...literals);
  else if (present.length === 1 && only!.type !== 'TSLiteralType') type = readType(only!, scope, open);
  else return misunderstood(node, scope);
  if (type !== undefined && members.some((member) => member.type === 'TSNullKeyword')) type = nullable(type);
  return type !== undefined && members.some((member) => member.type === 'TSUndefinedKeyword')
    ? toOptional(type)
    : type;
}

/** The members of a union, and of the unions that its members name. */
function membersOf(node: TSType, scope: Scope, open: Open): readonly TSType[] {
  if (node.type === 'TSParenthesizedType') return membersOf(node.typeAnnotation, scope, open);
  if (node.type === 'TSUnionType') return node.types.flatMap((member) => membersOf(member, scope, open));
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return [node];
  const { name } = node.typeName;
  const [alias] = scope.module.types.get(name) ?? [];
  if (alias?.type !== 'TSTypeAliasDeclaration' || alias.typeParameters !== null || open.includes(name))
    return [node];
  const members = membersOf(alias.typeAnnotation, scope, [...open, name]);
  const isUnion = members.length > 1 || members[0]?.type === 'TSLiteralType';
  return isUnion ? members : [node];
}

function readReference(node: TSTypeReference, scope: Scope, open: Open): Type | undefined {
  const { typeName, typeArguments } = node;
  if (typeName.type !== 'Identifier') return misunderstood(node, scope);
  const { name } = typeName;
  const declarations = scope.module.types.get(name);
  if (declarations !== undefined) return readDeclared(name, declarations, node, scope, open);
  if (scope.module.imports.has(name)) {
    return scope.report(
      'type-unknown',
      node,
      `the type ${name} is imported, and types are read in their own file only`,
      'declare it in this file, or write it out',
    );
  }
  const [first, second] = typeArguments?.params ?? [];
  if (name === 'Date' && first === undefined) return Date;
  if (first !== undefined && second === undefined) {
    if (name === 'Array' || name === 'ReadonlyArray') return readArray(first, scope, open);
    if (name === 'Readonly') return readType(first, scope, open);
  }
  if (name === 'Record' && first?.type === 'TSStringKeyword' && second !== undefined) {
    const rest = readType(second, scope, open);
    return rest && { kind: 'object', fields: {}, rest };
  }
  return misunderstood(node, scope);
}

function readDeclared(
  name: string,
  declarations: readonly TypeDeclaration[],
  node: TSType,
  scope: Scope,
  open: Open,
): Type | undefined {
  if (open.includes(name)) {
    return scope.report(
      'type-unknown',
      node,
      `the type ${name} contains itself`,
      'write "unknown" here and check it in the handler',
    );
  }
  if (declarations.some(({ typeParameters }) => typeParameters !== null)) {
    return scope.report(
      'type-unknown',
      node,
      `the generic type ${name} is not understood`,
      'write the type out',
    );
  }
  const inside = [...open, name];
  const parts: ObjectOf[] = [];
  for (const declaration of declarations) {
    if (declaration.type === 'TSTypeAliasDeclaration')
      return readType(declaration.typeAnnotation, scope, inside);
    for (const heritage of declaration.extends) {
      const base =
        heritage.expression.type === 'Identifier'
          ? scope.module.types.get(heritage.expression.name)
          : undefined;
      if (base === undefined || heritage.typeArguments !== null) {
        return scope.report(
          'type-unknown',
          heritage,
          `${name} extends a type that is not declared in this file`,
          'declare it in this file, or write its keys out',
        );
      }
      const type = readDeclared(textOf(scope, heritage), base, node, scope, inside);
      if (type === undefined || !isKind(type, 'object')) return undefined;
      parts.push(type);
    }
    const own = readMembers(declaration.body.body, scope, (member) => readType(member, scope, inside));
    if (own === undefined) return undefined;
    parts.push(own);
  }
  return parts.length === 1 ? parts[0] : mergeObjects(parts, scope);
}

const UNDERSTOOD =
  'understood are string, number, boolean, bigint, Date, unknown, literals and unions of them, arrays, object types of this file, "| null" and "| undefined"';

function misunderstood(node: TSType, scope: Scope): undefined {
  const hint =
    node.type === 'TSAnyKeyword' ? 'write "unknown" and check the value in the handler' : UNDERSTOOD;
  return scope.report('type-unknown', node, `the type ${textOf(scope, node)} is not understood`, hint);
}
