import type { BindingPattern, Expression } from 'oxc-parser';

/** A pattern without its default. */
export interface Defaulted {
  readonly pattern: Exclude<BindingPattern, { readonly type: 'AssignmentPattern' }>;
  readonly right?: Expression;
}

export function withoutDefault(node: BindingPattern): Defaulted {
  let pattern = node;
  let right: Expression | undefined;
  while (pattern.type === 'AssignmentPattern') {
    right = asItRuns(pattern.right);
    pattern = pattern.left;
  }
  return right === undefined ? { pattern } : { pattern, right };
}

/** Without what only the compiler reads, so that it is written as in the JavaScript that is made of it. */
function asItRuns(node: Expression): Expression {
  const isTyped =
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression';
  return isTyped ? asItRuns(node.expression) : node;
}
