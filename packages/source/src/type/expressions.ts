import { array, oneOf, type Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';
import type { ArrayExpression, Expression, ObjectExpression, TSType } from '@oxc-project/types';
import { keyName } from '../module/key-name.ts';
import { isKind } from '@writ/http/kernel';
import { literalOf } from './literals.ts';
import { uniteTypes } from './unite-types.ts';

/** Resolves the names and types in an expression. */
export interface Resolve {
  /** Returns the type of a constant or of an enum's object. */
  typeOf(name: string): Type | undefined;
  enumOf(name: string): Type | undefined;
  read(type: TSType): Type | undefined;
}

/**
 * The extent to which the compiler preserves literal types: `deep` in `as const`, `shallow` in a frozen object,
 * `literal` for the expression itself, `none` in a mutable object.
 */
type Precision = 'deep' | 'shallow' | 'literal' | 'none';

/** Returns the inferred type of an expression; undefined if only the compiler can infer it. */
export function typeOfExpression(node: Expression, precision: Precision, resolve: Resolve): Type | undefined {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
      return typeOfExpression(node.expression, precision, resolve);
    case 'TSSatisfiesExpression':
      // Without `as const`, the type after `satisfies` determines which literal types are preserved.
      return precision === 'deep' || isConst(node.expression)
        ? typeOfExpression(node.expression, precision, resolve)
        : undefined;
    case 'TSAsExpression':
    case 'TSTypeAssertion':
      return isConst(node)
        ? typeOfExpression(node.expression, 'deep', resolve)
        : resolve.read(node.typeAnnotation);
    case 'ObjectExpression':
      return typeOfObject(node, precision, resolve);
    case 'ArrayExpression':
      return typeOfArray(node, precision, resolve);
    case 'Identifier': {
      const type = resolve.typeOf(node.name);
      // Whether the compiler widens the type depends on the constant's declaration.
      return precision === 'none' && type !== undefined && isKind(type, 'oneOf') ? undefined : type;
    }
    case 'MemberExpression': {
      if (node.computed || node.object.type !== 'Identifier' || node.property.type !== 'Identifier')
        return undefined;
      // The compiler widens an enum member to its enum.
      const widest = precision === 'none' ? resolve.enumOf(node.object.name) : undefined;
      const object = widest === undefined ? resolve.typeOf(node.object.name) : undefined;
      return widest ?? (object && fieldTypeOf(object, node.property.name));
    }
    case 'CallExpression': {
      const [frozen] = node.arguments;
      if (!isFreeze(node.callee) || frozen === undefined || frozen.type === 'SpreadElement') return undefined;
      const isObject = frozen.type === 'ObjectExpression' && precision !== 'deep';
      return typeOfExpression(frozen, isObject ? 'shallow' : precision, resolve);
    }
    default: {
      const value = literalOf(node);
      if (value === undefined) return undefined;
      return precision === 'none' ? widenLiteral(oneOf(value)) : oneOf(value);
    }
  }
}

/** Whether the expression is `… as const`. */
export function isConst(node: Expression): boolean {
  if (node.type !== 'TSAsExpression' && node.type !== 'TSTypeAssertion') return false;
  const { typeAnnotation: type } = node;
  return (
    type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'
  );
}

function isFreeze(callee: Expression): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Object' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'freeze'
  );
}

/** Returns the precision inside an object or array. */
function innerPrecision(precision: Precision): Precision {
  if (precision === 'deep') return 'deep';
  return precision === 'shallow' ? 'literal' : 'none';
}

function typeOfObject(node: ObjectExpression, precision: Precision, resolve: Resolve): ObjectOf | undefined {
  const fields: Record<string, Type> = {};
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = typeOfExpression(property.argument, precision, resolve);
      if (spread === undefined || !isKind(spread, 'object') || spread.rest !== undefined) return undefined;
      Object.assign(fields, spread.fields);
      continue;
    }
    const name = property.computed && property.key.type !== 'Literal' ? undefined : keyName(property.key);
    const isPlain = name !== undefined && name !== '__proto__' && property.kind === 'init';
    const type = isPlain ? typeOfExpression(property.value, innerPrecision(precision), resolve) : undefined;
    if (type === undefined) return undefined;
    fields[name!] = type;
  }
  return { kind: 'object', fields };
}

function typeOfArray(node: ArrayExpression, precision: Precision, resolve: Resolve): Type | undefined {
  const elements: Type[] = [];
  for (const element of node.elements) {
    if (element === null) return undefined;
    const isSpread = element.type === 'SpreadElement';
    const type = typeOfExpression(
      isSpread ? element.argument : element,
      isSpread ? precision : innerPrecision(precision),
      resolve,
    );
    if (type === undefined || (isSpread && !isKind(type, 'tuple'))) return undefined;
    if (isSpread && isKind(type, 'tuple')) elements.push(...type.of);
    else elements.push(type);
  }
  if (precision === 'deep') return { kind: 'tuple', of: elements };
  const of = elements.length === 0 ? undefined : uniteTypes(elements);
  return of && array(of);
}

function fieldTypeOf(type: Type, name: string): Type | undefined {
  if (!isKind(type, 'object')) return undefined;
  const fields = type.fields;
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Returns the widened type of a literal: `string` for `'a'`. */
function widenLiteral(type: Type): Type {
  if (!isKind(type, 'oneOf')) return type;
  const kinds = type.values.map(
    (value: unknown) => ({ string: String, number: Number, boolean: Boolean })[typeof value as 'string'],
  );
  return uniteTypes([...new Set(kinds)]) ?? type;
}
