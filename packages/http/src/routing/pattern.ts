import { segmentExpression, spansSegments, tailExpression, type Expression } from './pattern-expression.ts';
import { hintUniqueName } from './pattern-hints.ts';
import { PatternProblem, tokenize, type Token } from './pattern-tokens.ts';

/** One segment of a pattern. */
export type SegmentPattern =
  | { readonly kind: 'literal'; readonly text: string }
  /** A variable that matches the whole segment. */
  | { readonly kind: 'variable' }
  /**
   * Variables mixed with literals, or a variable with a regular expression. The expression contains one group per
   * variable, in order.
   */
  | { readonly kind: 'regex'; readonly expression: Expression };

export interface TailPattern {
  readonly expression: Expression;
  /**
   * For a catch-all, `anything` if it also matches an empty remainder, and otherwise `something`. Undefined for any other
   * pattern.
   */
  readonly matches: 'anything' | 'something' | undefined;
}

/** A parsed path pattern. */
export interface Pattern {
  /** The pattern as written, with a leading slash. */
  readonly text: string;
  /** The names of the variables, in order. */
  readonly names: readonly string[];
  readonly segments: readonly SegmentPattern[];
  /**
   * The part that begins with the first segment with a variable that may span segments. It is matched against the rest
   * of the path as one string.
   */
  readonly tail?: TailPattern;
  /** The path, if the pattern matches only one path. */
  readonly literal: string | undefined;
  /** The pattern without variable names. Patterns with the same shape match the same paths. */
  readonly shape: string;
}

/**
 * Parses a pattern. A segment consists of any number of literals and of variables, which are written as `{name}`,
 * `:name`, `{name:regex}` or `:name:regex`. Inside braces, the name ends at the first colon, and nested braces and
 * slashes belong to the regular expression. `:name` is a variable at the start of a segment or after `-`, `.` or `~`.
 * Elsewhere, and after a backslash, a colon is literal.
 */
export function parsePattern(source: string): Pattern {
  const text = source.startsWith('/') ? source : `/${source}`;
  const shift = text.length - source.length;
  const segments = tokenize(text, shift);
  const names: string[] = [];
  for (const token of segments.flat()) {
    if (token.kind !== 'variable') continue;
    if (names.includes(token.name)) {
      throw new PatternProblem(
        `the variable ${token.name} occurs twice`,
        token.index,
        hintUniqueName(source, token.index, token.name, names),
      );
    }
    names.push(token.name);
  }
  const spanning = segments.findIndex((tokens) => tokens.some(spansSegments));
  const fixed = spanning === -1 ? segments : segments.slice(0, spanning);
  return {
    text,
    names,
    segments: fixed.map(segmentOf),
    ...(spanning === -1 ? {} : { tail: tailOf(segments.slice(spanning)) }),
    literal: literalOf(segments),
    shape: segments.map((tokens) => tokens.map(shapeOf).join('')).join('/'),
  };
}

function literalOf(segments: readonly (readonly Token[])[]): string | undefined {
  const texts: string[] = [];
  for (const [first, ...others] of segments) {
    // An escaped slash represents a percent-encoded slash.
    if (first?.kind !== 'text' || others.length > 0 || first.text.includes('/')) return undefined;
    texts.push(first.text);
  }
  return `/${texts.join('/')}`;
}

function segmentOf(tokens: readonly Token[]): SegmentPattern {
  const [first, ...others] = tokens;
  if (others.length === 0 && first?.kind === 'text') return { kind: 'literal', text: first.text };
  if (others.length === 0 && first?.kind === 'variable' && first.regex === undefined)
    return { kind: 'variable' };
  return { kind: 'regex', expression: segmentExpression(tokens) };
}

function tailOf(segments: readonly (readonly Token[])[]): TailPattern {
  return { expression: tailExpression(segments), matches: catchAllKind(segments) };
}

function catchAllKind(segments: readonly (readonly Token[])[]): TailPattern['matches'] {
  const [token, ...others] = segments.flat();
  if (token?.kind !== 'variable' || others.length > 0) return undefined;
  return token.regex === '.*' ? 'anything' : token.regex === '.+' ? 'something' : undefined;
}

function shapeOf(token: Token): string {
  return token.kind === 'text' ? JSON.stringify(token.text) : `{${token.regex ?? ''}}`;
}
