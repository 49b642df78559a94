import { anything, array, oneOf, type Type } from '@writ/http';
import type { ObjectOf, TupleOf } from '@writ/http/kernel';
import type { TSTupleType, TSType } from '@oxc-project/types';
import { literalsOf, readIndexed, readKeys } from './access.ts';
import { readQuery } from './constants.ts';
import { isKind } from '@writ/http/kernel';
import { toOptional } from './kinds.ts';
import { literalOf } from './literals.ts';
import { readMapped } from './mapped.ts';
import { mergeObjects, readMembers } from './objects.ts';
import { readReference } from './references.ts';
import { reportUnsupportedType, type OpenNames } from './read-type.ts';
import { objectsOf } from './recursive.ts';
import { withoutReports, type Scope } from './scope.ts';
import { readTemplate } from './template.ts';
import { uniteTypes } from './unite-types.ts';
import { readUnion } from './unions.ts';

/** Converts a type to a kernel type description. Reports a finding and returns undefined if it is not supported. */
export function readType(node: TSType, scope: Scope, open: OpenNames = []): Type | undefined {
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
      if (node.operator === 'keyof') return readKeys(node, scope, open, readType);
      return node.operator === 'readonly'
        ? readType(node.typeAnnotation, scope, open)
        : reportUnsupportedType(node, scope);
    case 'TSIndexedAccessType':
      return readIndexed(node, scope, open, readType);
    case 'TSTypeQuery':
      return readQuery(node, scope, open, readType);
    case 'TSTemplateLiteralType':
      return readTemplate(node, scope, open, readType);
    case 'TSArrayType':
      return readArray(node.elementType, scope, open);
    case 'TSTupleType':
      return readTuple(node, scope, open);
    case 'TSTypeLiteral':
      return readMembers(node.members, scope, (member) => readType(member, scope, open));
    case 'TSIntersectionType':
      return readNarrowed(node.types, scope, open) ?? readIntersection(node.types, scope, open);
    case 'TSMappedType':
      return readMapped(node, scope, open, readType);
    case 'TSLiteralType': {
      const value = literalOf(node.literal);
      return value === undefined ? reportUnsupportedType(node, scope) : oneOf(value);
    }
    case 'TSUnionType':
      return readUnion(node, scope, open, readType);
    case 'TSImportType':
    case 'TSTypeReference':
      return readReference(node, scope, open, readType);
    default:
      return reportUnsupportedType(node, scope);
  }
}

function readArray(element: TSType, scope: Scope, open: OpenNames): Type | undefined {
  const type = readType(element, scope, open);
  if (type === undefined || !isKind(type, 'optional')) return type && array(type);
  return scope.report(
    'type-unknown',
    element,
    'an element of an array cannot be undefined',
    'remove "undefined"',
  );
}

function readTuple({ elementTypes }: TSTupleType, scope: Scope, open: OpenNames): TupleOf | undefined {
  const of: Type[] = [];
  let rest: Type | undefined;
  let failed = false;
  for (const element of elementTypes) {
    const named = element.type === 'TSNamedTupleMember' ? element.elementType : element;
    if (named.type === 'TSRestType') {
      const inner = named.typeAnnotation.type === 'TSNamedTupleMember' ? undefined : named.typeAnnotation;
      const type = inner && readType(inner, scope, open);
      if (type !== undefined && isKind(type, 'array') && element === elementTypes.at(-1)) rest = type.of;
      else if (type === undefined) failed = true;
      else {
        scope.report(
          'type-unknown',
          element,
          'a rest element must be an array and come last in its tuple',
          'write [A, ...B[]]',
        );
        failed = true;
      }
      continue;
    }
    const isOptional = named.type === 'TSOptionalType';
    const type = readType(isOptional ? named.typeAnnotation : (named as TSType), scope, open);
    if (type === undefined) failed = true;
    else of.push(isOptional || ('optional' in element && element.optional) ? toOptional(type) : type);
  }
  if (failed) return undefined;
  return rest === undefined ? { kind: 'tuple', of } : { kind: 'tuple', of, rest };
}

/**
 * Reads `string & { readonly brand: 'id' }` as `string`, because a brand exists for the compiler only, and `string & K`
 * as the strings of the literal type `K`. Returns undefined for other intersections.
 */
function readNarrowed(nodes: readonly TSType[], scope: Scope, open: OpenNames): Type | undefined {
  const primitives = nodes.filter(({ type }) => PRIMITIVES.has(type));
  const [primitive] = primitives;
  if (primitive === undefined || primitives.length > 1 || nodes.length === 1) return undefined;
  const silent = withoutReports(scope);
  const others = nodes.filter((node) => node !== primitive);
  if (others.every((node) => isBrand(node, silent, open))) return readType(primitive, scope, open);
  const [other, ...more] = others.map((node) => readType(node, silent, open));
  const values = other === undefined || more.length > 0 ? undefined : literalsOf(other);
  const type = readType(primitive, silent, open);
  const narrowed = values?.filter((value) => PRIMITIVE_NAMES.get(type) === typeof value) ?? [];
  return narrowed.length === 0 ? undefined : oneOf(...narrowed);
}

const PRIMITIVE_NAMES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/** Whether the type is a brand: an object type, or a named type that is an object type or cannot be part of a request. */
function isBrand(node: TSType, silent: Scope, open: OpenNames): boolean {
  if (node.type === 'TSTypeLiteral') return true;
  if (node.type !== 'TSTypeReference' && node.type !== 'TSImportType') return false;
  const type = readType(node, silent, open);
  return type === undefined || isKind(type, 'object');
}

const PRIMITIVES: ReadonlySet<TSType['type']> = new Set([
  'TSStringKeyword',
  'TSNumberKeyword',
  'TSBooleanKeyword',
  'TSBigIntKeyword',
  'TSTemplateLiteralType',
]);

/** The maximum number of members of an intersection of unions. */
const MAX_MEMBERS = 100;

/** Reads an intersection of object types, which has all their keys. The members of a union are intersected one by one. */
function readIntersection(nodes: readonly TSType[], scope: Scope, open: OpenNames): Type | undefined {
  let members: readonly (readonly ObjectOf[])[] = [[]];
  let failed = false;
  for (const node of nodes) {
    const type = readType(node, scope, open);
    const objects = type && objectsOf(type, scope);
    failed ||= objects === undefined || members.length * objects.length > MAX_MEMBERS;
    if (type !== undefined && objects === undefined)
      reportUnsupportedType(node, scope, 'an intersection must consist of object types');
    members = members.flatMap((parts) => (objects ?? []).map((each) => [...parts, each]));
  }
  if (failed) return undefined;
  const merged = members.map((parts) => mergeObjects(parts, scope));
  return merged.length === 1 ? merged[0] : uniteTypes(merged);
}
