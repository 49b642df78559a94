/** An expression that was inserted after other groups. */
export interface IsolatedExpression {
  readonly source: string;
  /** How many groups it has. */
  readonly groups: number;
}

/**
 * Prepares an author's expression, which compiles alone with the flags `us`, for use in a larger one: its references
 * refer to its own groups after `before` other groups, and its names get a prefix, since variables may use the same
 * names.
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

/** A reference by number, one by name, another escape, a class, a named group, a plain group; in this order. */
const EXPRESSION_PART =
  /\\([1-9]\d*)|\\k<([^>]*)>|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?<(?![=!])([^>]*)>|\((?!\?)/g;
