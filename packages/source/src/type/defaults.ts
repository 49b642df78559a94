import type { Type } from '@writ/http';
import type { Expression } from 'oxc-parser';
import { createResolver } from './constants.ts';
import { isConst, typeOfExpression } from './expressions.ts';
import { typeOfDefault } from './literals.ts';
import type { Scope } from './scope.ts';
import { readType } from './types.ts';

/**
 * The type of a parameter or field with a default but no declared type: `'asc' as 'asc' | 'desc'`, `Level.Debug`,
 * `3`.
 */
export function readDefaultType(node: Expression, scope: Scope): Type | undefined {
  if (node.type === 'ParenthesizedExpression') return readDefaultType(node.expression, scope);
  // The compiler widens 'asc' to string here, but the written type is what the author intends.
  if (node.type === 'TSSatisfiesExpression' && !isConst(node.expression)) {
    return readType(node.typeAnnotation, scope);
  }
  return typeOfExpression(node, 'none', createResolver(scope, [], readType)) ?? typeOfDefault(node);
}
