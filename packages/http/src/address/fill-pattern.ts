import { encodeSegment } from '../protocol/encode.ts';
import { matchPattern } from '../routing/match-pattern.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import { tokenize, type Token } from '../routing/pattern-tokens.ts';
import { readPath } from '../protocol/request-path.ts';
import { canMatchSlash } from '../routing/can-match-slash.ts';
import { AddressError, type AddressProblem } from './address-error.ts';

type VariableStrings = Readonly<Record<string, string>>;

/** Builds paths for one pattern. */
export interface PatternFiller {
  /** The names of the pattern's variables, in order. */
  readonly names: readonly string[];
  /** Returns the path, or the problems with the values. */
  pathOf(values: VariableStrings): string | readonly AddressProblem[];
}

/**
 * Builds the percent-encoded path from which the pattern reads these values. This is the inverse of matching. `values`
 * are the decoded strings of the variables. A slash in a value separates segments if the variable may span several
 * segments; otherwise it is encoded.
 *
 * @throws AddressError if a value is missing, unknown, or would be read back differently; PatternProblem if the pattern
 * is invalid
 */
export function fillPattern(pattern: string, values: VariableStrings): string {
  const filler = compileFiller(pattern);
  const unknown = Object.keys(values).filter((name) => !filler.names.includes(name));
  const problems = unknown.map((name): AddressProblem => ({
    name,
    detail: 'is not a variable of the pattern',
  }));
  const path = problems.length > 0 ? problems : filler.pathOf(values);
  if (typeof path !== 'string') throw new AddressError(pattern, path);
  return path;
}

/**
 * Parses a pattern, which can then be filled any number of times.
 *
 * @throws PatternProblem if the pattern is invalid
 */
export function compileFiller(source: string): PatternFiller {
  const pattern = parsePattern(source);
  const segments = tokenize(pattern.text, 0);
  const { names } = pattern;
  return {
    names,
    pathOf(values) {
      const unfit = names.flatMap((name) => checkString(name, valueOf(values, name)) ?? []);
      if (unfit.length > 0) return unfit;
      const path = `/${segments.map((tokens) => tokens.map((token) => fillToken(token, values)).join('')).join('/')}`;
      const read = matchFilledPath(pattern, path);
      if (read !== undefined && names.every((name, index) => read[index] === values[name])) return path;
      return explainMismatch(segments.flat(), values, names, read);
    },
  };
}

function valueOf(values: VariableStrings, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function checkString(name: string, text: string | undefined): AddressProblem | undefined {
  if (text === undefined) return { name, detail: 'is missing' };
  return text.isWellFormed()
    ? undefined
    : { name, detail: 'contains a lone surrogate, which a URL cannot contain' };
}

function fillToken(token: Token, values: VariableStrings): string {
  if (token.kind === 'text') return encodeSegment(token.text);
  const text = values[token.name]!;
  return spansSegments(token) ? text.split('/').map(encodeSegment).join('/') : encodeSegment(text);
}

function spansSegments({ regex }: { readonly regex?: string }): boolean {
  return regex !== undefined && canMatchSlash(regex);
}

/** Matches the path as if a request contained it. Every path is checked in this way before it is returned. */
function matchFilledPath(pattern: Pattern, path: string): readonly string[] | undefined {
  return matchPattern(pattern, readPath(path));
}

/** Returns the reasons why the values would not be read back unchanged. */
function explainMismatch(
  tokens: readonly Token[],
  values: VariableStrings,
  names: readonly string[],
  read: readonly string[] | undefined,
): readonly AddressProblem[] {
  const reasons = tokens.flatMap((token): AddressProblem[] => {
    if (token.kind === 'text') return [];
    const { name } = token;
    const detail = describeMismatch(token, values[name]!);
    return detail === undefined ? [] : [{ name, detail }];
  });
  if (reasons.length > 0) return reasons;
  const others = names.flatMap((name, index): AddressProblem[] =>
    read === undefined || read[index] === values[name]
      ? []
      : [{ name, detail: `would be read as ${JSON.stringify(read[index])}` }],
  );
  return others.length > 0 ? others : [{ name: '', detail: 'no path matches it with these values' }];
}

function describeMismatch({ regex }: { readonly regex?: string }, text: string): string | undefined {
  if (regex === undefined) {
    if (text === '') return 'is empty';
    return isDotSegment(text)
      ? `is ${JSON.stringify(text)}, which URLs resolve to another folder`
      : undefined;
  }
  if (!new RegExp(`^(?:${regex})$`, 'us').test(text))
    return `does not match ${regex}: ${JSON.stringify(text)}`;
  if (spansSegments({ regex }) && text.split('/').some(isDotSegment))
    return 'has a dot segment, which URLs resolve to another folder';
  return undefined;
}

function isDotSegment(text: string): boolean {
  return text === '.' || text === '..';
}
