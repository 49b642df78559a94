import type { BindingPattern, Expression } from '@oxc-project/types';

/** A pattern, separated from its default value. */
export interface PatternDefault {
  readonly pattern: Exclude<BindingPattern, { readonly type: 'AssignmentPattern' }>;
  /** The default value without type syntax. */
  readonly right?: Expression;
  /** The default value as written, because a cast determines its type. */
  readonly written?: Expression;
}

/** Separates a parameter from its default value. */
export function withoutDefault(node: BindingPattern): PatternDefault {
  let pattern = node;
  let written: Expression | undefined;
  while (pattern.type === 'AssignmentPattern') {
    written = pattern.right;
    pattern = pattern.left;
  }
  return written === undefined ? { pattern } : { pattern, written, right: stripTypeSyntax(written) };
}

/** Removes type syntax, which yields the expression of the compiled JavaScript. */
function stripTypeSyntax(node: Expression): Expression {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return stripTypeSyntax(node.expression);
    case 'ParenthesizedExpression': {
      const inner = stripTypeSyntax(node.expression);
      return inner === node.expression ? node : inner;
    }
    default:
      return node;
  }
}
