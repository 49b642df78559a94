import type { Type } from '@writ/http';
import type { Expression } from '@oxc-project/types';
import { createResolver } from './constants.ts';
import { isConst, typeOfExpression } from './expressions.ts';
import { typeOfDefault } from './literals.ts';
import type { Scope } from './scope.ts';
import { readType } from './types.ts';

/**
 * Infers the type of a parameter or field without a declared type from its default, such as `'asc' as 'asc' | 'desc'`,
 * `Level.Debug` or `3`.
 */
export function readDefaultType(node: Expression, scope: Scope): Type | undefined {
  if (node.type === 'ParenthesizedExpression') return readDefaultType(node.expression, scope);
  // The compiler widens 'asc' to string, but the author's intention is the type after `satisfies`.
  if (node.type === 'TSSatisfiesExpression' && !isConst(node.expression)) {
    return readType(node.typeAnnotation, scope);
  }
  return typeOfExpression(node, 'none', createResolver(scope, [], readType)) ?? typeOfDefault(node);
}
