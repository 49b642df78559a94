import { anything, type Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';
import type { Expression, ObjectPattern } from '@oxc-project/types';
import { isKind } from '@writ/http/kernel';
import {
  keyName,
  type KeyDetails,
  readDefaultType,
  toOptional,
  typeOfDefault,
  withoutDefault,
  type PatternDefault,
} from '@writ/source';
import { readDefaultSource, type SignatureScope } from './scope.ts';

/** Makes keys with a default in the pattern optional, including those in nested patterns. */
export function withDefaults(type: ObjectOf, node: ObjectPattern, scope: SignatureScope): ObjectOf {
  const fields: Record<string, Type> = { ...type.fields };
  const notes = new Map(scope.keyDetails.get(type));
  for (const [name, { pattern, right }] of listProperties(node)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) continue;
    const inner = pattern.type === 'ObjectPattern' ? withNestedDefaults(field, pattern, scope) : field;
    fields[name] = right === undefined ? inner : toOptional(inner);
    if (right !== undefined)
      notes.set(name, { ...notes.get(name), default: readDefaultSource(scope, right) });
  }
  const result: ObjectOf = { ...type, fields };
  scope.keyDetails.set(result, notes);
  return result;
}

function withNestedDefaults(type: Type, pattern: ObjectPattern, scope: SignatureScope): Type {
  if (isKind(type, 'object')) return withDefaults(type, pattern, scope);
  if (isKind(type, 'optional') || isKind(type, 'nullable'))
    return { ...type, of: withNestedDefaults(type.of, pattern, scope) };
  return type;
}

/**
 * Infers the object type of a pattern without a declared type: each key has the type of its default, or is a string.
 */
export function readUntypedPattern(node: ObjectPattern, scope: SignatureScope): ObjectOf | undefined {
  const isScript = scope.module.language === 'js';
  const fields: Record<string, Type> = {};
  const notes = new Map<string, KeyDetails>();
  const computed = node.properties.find((property) => property.type === 'Property' && property.computed);
  if (computed !== undefined) {
    return scope.report(
      'parameter-form',
      computed,
      'a computed key has no name',
      'declare the type of the parameter',
    );
  }
  let failed = false;
  for (const [name, { pattern, right, written }] of listProperties(node)) {
    const type = readUntypedKey(name, pattern, written, scope);
    if (type === undefined) failed = true;
    else fields[name] = right === undefined && !isScript ? type : toOptional(type);
    if (right !== undefined) notes.set(name, { default: readDefaultSource(scope, right) });
  }
  if (failed) return undefined;
  const takesMore = node.properties.some((property) => property.type === 'RestElement');
  const rest = isScript ? anything : String;
  const type: ObjectOf = takesMore ? { kind: 'object', fields, rest } : { kind: 'object', fields };
  scope.keyDetails.set(type, notes);
  return type;
}

/** Infers the type of a key without a declared type; `written` is its default. */
function readUntypedKey(
  name: string,
  pattern: PatternDefault['pattern'],
  written: Expression | undefined,
  scope: SignatureScope,
): Type | undefined {
  // In JavaScript without declarations, a key without a default accepts any value.
  if (scope.module.language === 'js') return (written && typeOfDefault(written)) ?? anything;
  if (pattern.type === 'ObjectPattern') {
    const isBare = written === undefined || isEmptyObject(written);
    const type = isBare ? readUntypedPattern(pattern, scope) : readDefault(written, name, scope);
    return type && withNestedDefaults(type, pattern, scope);
  }
  if (pattern.type !== 'Identifier') {
    return scope.report(
      'parameter-form',
      pattern,
      `the pattern of "${name}" has no type`,
      'declare the type of the parameter',
    );
  }
  return written === undefined ? String : readDefault(written, name, scope);
}

/** Infers the type of a parameter or key from its default: a cast, a literal or an enum member. */
export function readDefault(written: Expression, name: string, scope: SignatureScope): Type | undefined {
  let failed = false;
  const watched = (each: SignatureScope): SignatureScope => ({
    ...each,
    forModule: (module) => watched(each.forModule(module)),
    report: (...finding) => {
      failed = true;
      return each.report(...finding);
    },
  });
  const type = readDefaultType(written, watched(scope));
  if (failed) return undefined;
  if (type !== undefined && !isEmptyObject(written)) return type;
  return scope.report(
    'default-untyped',
    written,
    `the type of "${name}" cannot be inferred from its default`,
    `declare the type, such as ${name}: string`,
  );
}

/** Whether a default is `{}`, from which no keys can be inferred. */
function isEmptyObject(node: Expression): boolean {
  return node.type === 'ObjectExpression' && node.properties.length === 0;
}

/** Returns properties by name, except those with computed keys. */
function listProperties(node: ObjectPattern): readonly (readonly [string, PatternDefault])[] {
  return node.properties.flatMap((property) => {
    if (property.type === 'RestElement' || property.computed) return [];
    const name = keyName(property.key);
    return name === undefined ? [] : [[name, withoutDefault(property.value)] as const];
  });
}
