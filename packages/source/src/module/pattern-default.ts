import type { BindingPattern, Expression } from 'oxc-parser';

/** A pattern without its default. */
export interface PatternDefault {
  readonly pattern: Exclude<BindingPattern, { readonly type: 'AssignmentPattern' }>;
  /** The default as it runs. */
  readonly right?: Expression;
  /** The default as it is written: a cast gives it its type. */
  readonly written?: Expression;
}

/** A parameter without its default value, and that value. */
export function withoutDefault(node: BindingPattern): PatternDefault {
  let pattern = node;
  let written: Expression | undefined;
  while (pattern.type === 'AssignmentPattern') {
    written = pattern.right;
    pattern = pattern.left;
  }
  return written === undefined ? { pattern } : { pattern, written, right: stripTypeSyntax(written) };
}

/** Without what only the compiler reads, so that it is written as in the JavaScript that is made of it. */
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
