import { Automaton } from './expression/automaton.ts';
import { isExponential } from './expression/ambiguity.ts';
import { isolateGroups } from './isolate-groups.ts';
import { PatternProblem, type Token } from './pattern-tokens.ts';
import { canMatchSlash } from './can-match-slash.ts';

/** Extracts the values of variables from a string. */
export interface Expression {
  /** The source of the regular expression. Expressions with the same source match the same strings. */
  readonly source: string;
  /** Returns the values of the variables in order, or undefined if the string does not match. */
  exec(text: string): string[] | undefined;
}

/** The flags of path patterns. With these flags, a dot matches every character, as a plain variable does. */
export const FLAGS = 'us';

type Variable = Extract<Token, { readonly kind: 'variable' }>;

/** Creates the expression for a segment with variables. */
export function segmentExpression(tokens: readonly Token[]): Expression {
  const variables = variablesIn(tokens);
  const { source, groups } = compileTokens(tokens, '[^]+?', 0);
  // If a segment contains an expression and other variables, a backtracking engine may try every division of the
  // string.
  const isSafe = variables.length === 1 || variables.every(({ regex }) => regex === undefined);
  return isSafe && !variables.some(isCostly)
    ? nativeExpression(source, groups)
    : (linearExpression(toAutomatonSource(tokens, '[^]+?'), groups) ?? nativeExpression(source, groups));
}

/**
 * Creates the expression for the tail of a pattern, which begins with the first segment that has a variable that may
 * span segments. Throws `PatternProblem` if the expression requires backtracking and has several variables or a
 * variable that is not last, because a path of 8,000 slashes would block the server for seconds.
 */
export function tailExpression(segments: readonly (readonly Token[])[]): Expression {
  const sources: string[] = [];
  const groups: string[] = [];
  let count = 0;
  for (const tokens of segments) {
    const part = compileTokens(tokens, '[^/]+?', count);
    sources.push(part.source);
    groups.push(...part.groups);
    count += part.count;
  }
  const end = segments.at(-1)!.some(spansSegments) ? '' : '/*';
  const all = segments.flat();
  const variables = variablesIn(all);
  const isLast = variables.length === 1 && all.at(-1)!.kind === 'variable';
  if (isLast && !variables.some(isCostly)) return nativeExpression(sources.join('/+') + end, groups);
  const source = segments.map((tokens) => toAutomatonSource(tokens, '[^/]+?')).join('/+') + end;
  const found = linearExpression(source, groups);
  if (found !== undefined) return found;
  if (isLast) return nativeExpression(sources.join('/+') + end, groups);
  throw unmatchableProblem(variables);
}

function unmatchableProblem(variables: readonly Variable[]): PatternProblem {
  const { name, regex, index } =
    variables.find((each) => each.regex !== undefined && Automaton.of(each.regex, FLAGS) === undefined) ??
    variables.find(spansSegments)!;
  return new PatternProblem(
    `the regular expression of ${name}, ${regex}, uses lookaround, a backreference or long repetition, which is supported only for a single variable at the end of the path`,
    index,
    'put the variable last, give it a simpler expression such as .*, or check its value in the handler',
  );
}

function isCostly({ regex }: Variable): boolean {
  return regex !== undefined && isExponential(regex, FLAGS);
}

function variablesIn(tokens: readonly Token[]): readonly Variable[] {
  return tokens.filter((token) => token.kind === 'variable');
}

function nativeExpression(source: string, groups: readonly string[]): Expression {
  const regex = new RegExp(`^${source}$`, FLAGS);
  return {
    source,
    exec(text) {
      const found = regex.exec(text)?.groups;
      return found && groups.map((group) => found[group]!);
    },
  };
}

function linearExpression(source: string, groups: readonly string[]): Expression | undefined {
  const automaton = Automaton.of(source, FLAGS);
  return (
    automaton && {
      source,
      exec(text) {
        const found = automaton.exec(text);
        return found && groups.map((group) => found[group]!);
      },
    }
  );
}

/** Creates the source for the automaton, which needs neither look-aheads nor shifted group numbers. */
function toAutomatonSource(tokens: readonly Token[], any: string): string {
  return tokens
    .map((token) =>
      token.kind === 'text' ? escapeLiteral(token.text) : `(?<${groupOf(token)}>${token.regex ?? any})`,
    )
    .join('');
}

interface Compiled {
  readonly source: string;
  /** The name of each variable's group. */
  readonly groups: readonly string[];
  /** The number of groups, including the groups in the expressions of variables. */
  readonly count: number;
}

/** Compiles the tokens of a segment. `before` is the number of groups that precede it in the containing expression. */
function compileTokens(tokens: readonly Token[], any: string, before: number): Compiled {
  const groups: string[] = [];
  let count = 0;
  const sources = tokens.map((token, index) => {
    if (token.kind === 'text') return escapeLiteral(token.text);
    const name = groupOf(token);
    groups.push(name);
    count += 1;
    if (token.regex !== undefined) {
      const own = isolateGroups(token.regex, before + count, `${name}_of_`);
      count += own.groups;
      return `(?<${name}>${own.source})`;
    }
    const group = `(?<${name}>${any})`;
    const later = tokens.slice(index + 1);
    const following = later.find((each) => each.kind === 'variable');
    if (following === undefined || following.regex !== undefined) return group;
    // Only the shortest value is tried, because the next variable matches any string. A look-ahead is never backtracked
    // into, so a path of separators takes linear time.
    const [next] = later;
    return `(?=${group}${next?.kind === 'text' ? escapeLiteral(next.text) : ''})\\k<${name}>`;
  });
  return { source: sources.join(''), groups, count };
}

function escapeLiteral(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Returns the name of a variable's group. The prefix avoids conflicts with groups in expressions. */
function groupOf({ name }: Variable): string {
  return `writ_${name}`;
}

export function spansSegments(token: Token): boolean {
  return token.kind === 'variable' && token.regex !== undefined && canMatchSlash(token.regex);
}
