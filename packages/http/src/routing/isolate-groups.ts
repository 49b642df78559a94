/** An expression that has been prepared for insertion after other groups. */
export interface IsolatedExpression {
  readonly source: string;
  /** The number of groups in the expression. */
  readonly groups: number;
}

/**
 * Prepares an expression, which must compile by itself with the flags `us`, for use as a part of a larger expression.
 * `before` is the number of groups that precede it, by which the numbers of its backreferences are increased. The names
 * of its groups get the prefix, because variables may have the same names.
 */
export function isolateGroups(regex: string, before: number, prefix: string): IsolatedExpression {
  let groups = 0;
  const source = regex.replaceAll(EXPRESSION_PART, (piece, reference, referenced, named) => {
    if (reference !== undefined) return `\\${Number(reference) + before}`;
    if (referenced !== undefined) return `\\k<${prefix}${referenced}>`;
    if (named !== undefined) {
      groups += 1;
      return `(?<${prefix}${named}>`;
    }
    if (piece === '(') groups += 1;
    return piece;
  });
  return { source, groups };
}

/**
 * Matches, in this order: a reference by number, a reference by name, another escape, a class, a named group, a plain
 * group.
 */
const EXPRESSION_PART =
  /\\([1-9]\d*)|\\k<([^>]*)>|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?<(?![=!])([^>]*)>|\((?!\?)/g;
