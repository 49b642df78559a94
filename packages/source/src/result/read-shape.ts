import type {
  TSMappedType,
  TSTemplateLiteralType,
  TSTupleType,
  TSType,
  TSTypeOperator,
} from '@oxc-project/types';
import { literalOf } from '../type/literals.ts';
import { createScope, type Scope } from '../type/scope.ts';
import { readQuery } from '../type/constants.ts';
import { readType } from '../type/types.ts';
import { withParameters, type Environment } from './environment.ts';
import { shapeOfType } from './kernel-types.ts';
import { intersect, readMembers } from './members.ts';
import { readReference } from './references.ts';
import {
  alternatives,
  ANY,
  BOOLEAN,
  expand,
  NEVER,
  NUMBER,
  STRING,
  unite,
  without,
  type Property,
  type Shape,
  type TupleElement,
} from './shape.ts';
import { indexed, keysOf, literalsOf, propertiesOf } from './structure.ts';

/** Reads a type. A type that is not supported accepts any value. */
export type ReadShape = (node: TSType, env: Environment) => Shape;

/** Reads the structure of a type. A part that is not supported accepts any value. */
export function readShape(node: TSType, env: Environment): Shape {
  switch (node.type) {
    case 'TSStringKeyword':
      return STRING;
    case 'TSNumberKeyword':
      return NUMBER;
    case 'TSBooleanKeyword':
      return BOOLEAN;
    case 'TSNullKeyword':
      return { kind: 'null' };
    case 'TSUndefinedKeyword':
    case 'TSVoidKeyword':
      return { kind: 'undefined' };
    case 'TSNeverKeyword':
      return NEVER;
    case 'TSObjectKeyword':
      return { kind: 'object', properties: new Map() };
    case 'TSFunctionType':
    case 'TSConstructorType':
    case 'TSSymbolKeyword':
      return { kind: 'omitted' };
    case 'TSParenthesizedType':
      return readShape(node.typeAnnotation, env);
    case 'TSArrayType':
      return { kind: 'array', of: readShape(node.elementType, env) };
    case 'TSTupleType':
      return readTuple(node, env);
    case 'TSUnionType':
      return unite(node.types.map((member) => readShape(member, env)));
    case 'TSIntersectionType':
      return intersect(node.types.map((member) => readShape(member, env)));
    case 'TSTypeLiteral':
      return readMembers(node.members, env, readShape);
    case 'TSLiteralType': {
      const value = literalOf(node.literal);
      return value === undefined ? ANY : { kind: 'literal', value };
    }
    case 'TSTemplateLiteralType':
      return readTemplate(node, env);
    case 'TSTypeOperator':
      return readOperator(node, env);
    case 'TSIndexedAccessType':
      return indexed(readShape(node.objectType, env), readShape(node.indexType, env));
    case 'TSMappedType':
      return readMapped(node, env);
    case 'TSTypeQuery':
      return shapeOfType(readQuery(node, silentScope(env), [], readType)) ?? ANY;
    case 'TSTypePredicate':
      return BOOLEAN;
    case 'TSTypeReference':
    case 'TSImportType':
      return readReference(node, env, readShape);
    default:
      return ANY;
  }
}

/** A scope for the readers of request types, without findings: an unsupported result type is not an error. */
function silentScope({ module, lookup, valueOf }: Environment): Scope {
  return createScope(module, { lookup, valueOf }, () => {});
}

/** The maximum number of strings of a template that are listed. */
const MAX_STRINGS = 100;

/** Reads a template: its strings if all of its parts are literals, otherwise any string. */
function readTemplate({ quasis, types }: TSTemplateLiteralType, env: Environment): Shape {
  const parts = types.map((type) => literalsOf(readShape(type, env)));
  let strings: readonly string[] = [quasis[0]?.value.cooked ?? ''];
  for (const [index, part] of parts.entries()) {
    if (part === undefined || strings.length * part.length > MAX_STRINGS) return STRING;
    const after = quasis[index + 1]?.value.cooked ?? '';
    strings = strings.flatMap((before) => part.map((value) => `${before}${value}${after}`));
  }
  return unite(strings.map((value): Shape => ({ kind: 'literal', value })));
}

function readOperator({ operator, typeAnnotation }: TSTypeOperator, env: Environment): Shape {
  if (operator === 'keyof') return keysOf(readShape(typeAnnotation, env));
  return operator === 'readonly' ? readShape(typeAnnotation, env) : { kind: 'omitted' };
}

function readTuple({ elementTypes }: TSTupleType, env: Environment): Shape {
  const of: TupleElement[] = [];
  for (const element of elementTypes) {
    const named = element.type === 'TSNamedTupleMember' ? element.elementType : element;
    if (named.type === 'TSRestType') {
      const { typeAnnotation } = named;
      const node = typeAnnotation.type === 'TSNamedTupleMember' ? undefined : typeAnnotation;
      const shape = node === undefined ? ANY : expand(readShape(node, env));
      return { kind: 'tuple', of, rest: shape.kind === 'array' ? shape.of : ANY };
    }
    const isMarked = named.type === 'TSOptionalType';
    const shape = readShape(isMarked ? named.typeAnnotation : (named as TSType), env);
    of.push({ shape, optional: isMarked || ('optional' in element && element.optional === true) });
  }
  return { kind: 'tuple', of };
}

/** Reads `{ [K in Keys]: V }`. If `Keys` is `keyof T`, properties that are optional in `T` remain optional. */
function readMapped(node: TSMappedType, env: Environment): Shape {
  const { key, constraint, nameType, typeAnnotation, optional } = node;
  if (typeAnnotation === null) return ANY;
  const keys = readShape(constraint, env);
  const valueOf = (shape: Shape): Shape =>
    readShape(typeAnnotation, withParameters(env, new Map([[key.name, shape]])));
  const names = literalsOf(keys);
  if (names === undefined) return { kind: 'object', properties: new Map(), rest: valueOf(keys) };
  const isHomomorphic = constraint.type === 'TSTypeOperator' && constraint.operator === 'keyof';
  const source = isHomomorphic ? propertiesOf(readShape(constraint.typeAnnotation, env)) : undefined;
  const properties = new Map<string, Property>();
  for (const value of names) {
    const shape: Shape = { kind: 'literal', value };
    const renamed =
      nameType === null ? shape : readShape(nameType, withParameters(env, new Map([[key.name, shape]])));
    const of = source?.get(String(value));
    const isOptional = optional === '-' ? false : optional === false ? of?.optional === true : true;
    const mapped = valueOf(shape);
    for (const name of alternatives(renamed).map(expand)) {
      // The type of the name excludes this key.
      if (name.kind === 'never') continue;
      if (name.kind !== 'literal') return ANY;
      const property = {
        shape: optional === '-' ? without(mapped, 'undefined') : mapped,
        optional: isOptional,
      };
      properties.set(String(name.value), of === undefined ? property : { ...of, ...property });
    }
  }
  return { kind: 'object', properties };
}
