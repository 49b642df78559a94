import {
  hintClosingBrace,
  hintClosingBracket,
  hintVariableName,
  hintOpeningBrace,
  hintExpression,
} from './pattern-hints.ts';

/** A pattern that cannot be parsed. */
export class PatternProblem extends Error {
  /** The position in the pattern, beginning with 0. */
  readonly index: number;
  readonly hint: string | undefined;

  constructor(message: string, index: number, hint?: string) {
    super(message);
    this.index = index;
    this.hint = hint;
  }
}

/** A piece of a segment. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly regex?: string; readonly index: number };

/**
 * Splits a pattern that starts with a slash into segments, and omits empty segments. `shift` is the number of
 * characters that were added before the source.
 */
export function tokenize(text: string, shift: number): Token[][] {
  const segments: Token[][] = [];
  let tokens: Token[] = [];
  let literal = '';
  const endLiteral = (): void => {
    if (literal !== '') tokens.push({ kind: 'text', text: literal });
    literal = '';
  };
  const endSegment = (): void => {
    endLiteral();
    if (tokens.length > 0) segments.push(tokens);
    tokens = [];
  };
  for (let index = 1; index < text.length;) {
    const char = text[index]!;
    if (char === '/') {
      endSegment();
      index += 1;
    } else if (char === '\\' && index + 1 < text.length) {
      literal += text[index + 1]!;
      index += 2;
    } else if (char === '{' || (char === ':' && startsVariable(text, index))) {
      endLiteral();
      const [token, next] =
        char === '{' ? readBraced(text, index, shift) : readColonVariable(text, index, shift);
      tokens.push(token);
      index = next;
    } else if (char === '}') {
      throw new PatternProblem(
        'a closing brace without an opening one',
        index - shift,
        hintOpeningBrace(text.slice(shift), index - shift),
      );
    } else if (char === '?' || char === '#') {
      throw new PatternProblem(
        `a path cannot contain ${char}`,
        index - shift,
        `for an optional part, register a second route, and bind query values by name; for a literal ${char}, '\\\\${char}'`,
      );
    } else {
      const end = endOfLiteral(text, index + 1);
      literal += text.slice(index, end);
      index = end;
    }
  }
  endSegment();
  return segments;
}

/** Returns the position of the next character that may have a meaning in a pattern. */
function endOfLiteral(text: string, start: number): number {
  let end = start;
  while (end < text.length && !SYNTAX.has(text[end]!)) end += 1;
  return end;
}

const SYNTAX: ReadonlySet<string> = new Set(['/', '\\', '{', ':', '}', '?', '#']);

function startsVariable(text: string, index: number): boolean {
  return '/-.~'.includes(text[index - 1]!) && text[index - 2] !== '\\' && /\w/.test(text[index + 1] ?? '');
}

function readBraced(text: string, start: number, shift: number): [Token, number] {
  const end = closingBrace(text, start);
  if (end === -1) {
    const bracket = unclosedBracket(text, start);
    const hint = bracket === -1 ? undefined : hintClosingBracket(text.slice(shift), bracket - shift);
    if (hint !== undefined)
      throw new PatternProblem('a character class without a closing bracket', bracket - shift, hint);
    throw new PatternProblem(
      'an opening brace without a closing one',
      start - shift,
      hintClosingBrace(text.slice(shift), start - shift),
    );
  }
  const inner = text.slice(start + 1, end);
  const colon = inner.indexOf(':');
  const name = colon === -1 ? inner : inner.slice(0, colon);
  const regex = colon === -1 ? undefined : inner.slice(colon + 1);
  return [toVariable(name, regex, text.slice(shift), start + 1 - shift), end + 1];
}

function readColonVariable(text: string, start: number, shift: number): [Token, number] {
  const name = /^\w+/.exec(text.slice(start + 1))![0];
  const after = start + 1 + name.length;
  const pattern = text.slice(shift);
  if (text[after] !== ':') return [toVariable(name, undefined, pattern, start + 1 - shift), after];
  const slash = text.indexOf('/', after);
  const end = slash === -1 ? text.length : slash;
  return [toVariable(name, text.slice(after + 1, end), pattern, start + 1 - shift), end];
}

/**
 * Creates a variable. `written` is its name, at `index` in the pattern. If there is an expression, it follows after a
 * colon.
 */
function toVariable(written: string, regex: string | undefined, pattern: string, index: number): Token {
  const name = written.trim();
  if (!/^\w+$/.test(name)) {
    throw new PatternProblem(
      name === '' ? 'a variable has no name' : `${JSON.stringify(name)} is not a valid variable name`,
      index,
      hintVariableName(pattern, index, written),
    );
  }
  if (regex === undefined) return { kind: 'variable', name, index };
  const colon = index + written.length;
  const hint = (): string => hintExpression(pattern, colon, colon + 1 + regex.length);
  if (regex === '') throw new PatternProblem(`the regular expression of ${name} is empty`, index, hint());
  try {
    // The expression is first compiled by itself, so that a syntax error refers to it.
    RegExp(regex, 'us');
  } catch (error) {
    const why = (error as Error).message.replace(/^Invalid regular expression: /, '');
    throw new PatternProblem(`the regular expression of ${name} does not compile: ${why}`, colon + 1, hint());
  }
  return { kind: 'variable', name, regex, index };
}

/**
 * Returns the position of the closing brace for the brace at `start`; -1 if there is none. Ignores braces after a
 * backslash or in a character class.
 */
export function closingBrace(text: string, start: number): number {
  let depth = 0;
  let inClass = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index];
    if (char === '\\') index += 1;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

/**
 * Returns the position of the bracket that begins an unclosed character class in the expression of the variable at
 * `start`; -1 if there is none.
 */
function unclosedBracket(text: string, start: number): number {
  const colon = text.indexOf(':', start);
  if (colon === -1) return -1;
  let bracket = -1;
  for (let index = colon; index < text.length; index += 1) {
    const char = text[index];
    if (char === '\\') index += 1;
    else if (bracket !== -1) bracket = char === ']' ? -1 : bracket;
    else if (char === '[') bracket = index;
  }
  return bracket;
}
