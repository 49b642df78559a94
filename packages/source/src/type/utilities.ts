import { array, oneOf, type Type } from '@writ/http';
import { isKind, presentOf, requiredOf, type ObjectOf } from '@writ/http/kernel';
import type { TSType, TSTypeReference } from '@oxc-project/types';
import { literalsOf } from './access.ts';
import { filterMembers } from './filter-members.ts';
import { toOptional } from './kinds.ts';
import { changeCase, readKeyNames } from './key-names.ts';
import { copyKeyDetails } from './objects.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import { objectsOf, structureOf } from './recursive.ts';
import type { Scope } from './scope.ts';
import { uniteTypes } from './unite-types.ts';

/** The supported built-in generic types, each with its number of type arguments. */
const ARITY: Readonly<Record<string, number>> = {
  Array: 1,
  ReadonlyArray: 1,
  Readonly: 1,
  Partial: 1,
  Required: 1,
  Pick: 2,
  Omit: 2,
  Record: 2,
  Exclude: 2,
  Extract: 2,
  NonNullable: 1,
  Uppercase: 1,
  Lowercase: 1,
  Capitalize: 1,
  Uncapitalize: 1,
  Set: 1,
  ReadonlySet: 1,
  Map: 2,
  ReadonlyMap: 2,
};

const CASES: ReadonlySet<string> = new Set(['Uppercase', 'Lowercase', 'Capitalize', 'Uncapitalize']);

export function isUtility(name: string): boolean {
  return Object.hasOwn(ARITY, name);
}

export function readUtility(
  name: string,
  node: TSTypeReference,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const { params = [] } = node.typeArguments ?? {};
  const [first, second] = params;
  if (first === undefined || params.length !== ARITY[name]) return reportUnsupportedType(node, scope);
  if (name === 'Exclude' || name === 'Extract') return filterMembers(name, node, scope, open, read);
  if (name === 'NonNullable') {
    const type = read(first, scope, open);
    return type && presentOf(type);
  }
  if (name.endsWith('Map')) return readMap(node, first, second!, scope, open, read);
  if (name === 'Record') return readRecord(node, first, second!, scope, open, read);
  const declared = read(first, scope, open);
  if (declared === undefined) return undefined;
  if (CASES.has(name)) {
    const literals = literalsOf(declared);
    const changed = literals && changeCase(name, literals);
    return changed === undefined ? reportUnsupportedType(node, scope) : oneOf(...changed);
  }
  if (name === 'Readonly') return declared;
  if (name.endsWith('Array'))
    return isKind(declared, 'optional') ? reportUnsupportedType(node, scope) : array(declared);
  if (name.endsWith('Set'))
    return isKind(declared, 'optional') ? reportUnsupportedType(node, scope) : { kind: 'set', of: declared };
  const type = structureOf(declared, scope);
  if (name === 'Partial' || name === 'Required') {
    const map = name === 'Partial' ? toOptional : requiredOf;
    const objects = objectsOf(type, scope)?.map((each) => mapFields(each, scope, map));
    if (objects !== undefined) return uniteTypes(objects);
  }
  if (!isKind(type, 'object'))
    return reportUnsupportedType(node, scope, `${name} is supported for object types only`);
  const keys = readKeyNames(second!, scope, open, read);
  if (keys === undefined) return undefined;
  const missing = name === 'Pick' && [...keys].find((key) => !Object.hasOwn(type.fields, key));
  if (typeof missing === 'string')
    return reportUnsupportedType(node, scope, `the type has no key "${missing}" to pick`);
  return filterFields(type, scope, (key) => keys.has(key) === (name === 'Pick'), name === 'Omit');
}

/** Reads `Map<K, T>`, whose keys are converted from the property names of a JSON object. */
function readMap(
  node: TSType,
  key: TSType,
  value: TSType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const keyType = read(key, scope, open);
  const of = read(value, scope, open);
  if (keyType === undefined || of === undefined) return undefined;
  return isScalar(keyType) && !isKind(of, 'optional')
    ? { kind: 'map', key: keyType, of }
    : reportUnsupportedType(node, scope, 'the keys of a Map must be strings, numbers or literals');
}

function isScalar(type: Type): boolean {
  return (
    type === String || type === Number || type === BigInt || type === Date || literalsOf(type) !== undefined
  );
}

/** Reads `Record<string, T>`, which accepts any key, or `Record<'a' | 'b', T>`, which requires exactly these keys. */
function readRecord(
  node: TSType,
  key: TSType,
  value: TSType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): ObjectOf | undefined {
  const type = read(value, scope, open);
  if (type === undefined) return undefined;
  if (key.type === 'TSStringKeyword') return { kind: 'object', fields: {}, rest: type };
  const keys = readKeyNames(key, scope, open, read);
  if (keys === undefined) return undefined;
  if (keys.size === 0) return reportUnsupportedType(node, scope);
  return { kind: 'object', fields: Object.fromEntries([...keys].map((name) => [name, type])) };
}

function mapFields(type: ObjectOf, scope: Scope, map: (type: Type) => Type): ObjectOf {
  const fields = Object.entries(type.fields).map(([name, field]) => [name, map(field)] as const);
  return copyKeyDetails({ ...type, fields: Object.fromEntries(fields) }, type, scope);
}

function filterFields(
  type: ObjectOf,
  scope: Scope,
  keep: (key: string) => boolean,
  isOpen: boolean,
): ObjectOf {
  const { rest } = type;
  const fields = Object.fromEntries(Object.entries(type.fields).filter(([name]) => keep(name)));
  const filtered: ObjectOf =
    isOpen && rest !== undefined ? { kind: 'object', fields, rest } : { kind: 'object', fields };
  return copyKeyDetails(filtered, type, scope);
}
