import type { Expression, TSTypeAnnotation } from '@oxc-project/types';

/** Whether a policy is explicitly declared as `undefined`, to remove a value of a wider level. */
export function isWrittenUndefined(
  value: Expression | null,
  declared: TSTypeAnnotation | null | undefined,
): boolean {
  if (value === null) return declared?.typeAnnotation.type === 'TSUndefinedKeyword';
  const bare = value.type === 'TSAsExpression' ? value.expression : value;
  if (bare.type === 'UnaryExpression') return bare.operator === 'void';
  return bare.type === 'Identifier' && bare.name === 'undefined';
}
