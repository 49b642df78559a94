import { encodeSegment } from '../protocol/encode.ts';
import { matchSegment } from '../routing/fit.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import { tokenize, type Token } from '../routing/pattern-tokens.ts';
import { readPath } from '../protocol/request-path.ts';
import { mayHoldSlash } from '../routing/slash.ts';
import { AddressError, type AddressProblem } from './address-error.ts';

type Texts = Readonly<Record<string, string>>;

/** Makes paths that fit one pattern. */
export interface PatternFiller {
  /** The names of the pattern's variables, in order. */
  readonly names: readonly string[];
  /** The path, or what is wrong with the values. */
  pathOf(values: Texts): string | readonly AddressProblem[];
}

/**
 * The path that a pattern reads these values from, percent-encoded: the inverse of matching. `values` holds the decoded
 * text of each variable; slashes in it separate segments where the variable may span some, and are encoded elsewhere.
 *
 * @throws AddressError for values that are missing, unknown, or would be read back otherwise; PatternProblem for a
 * pattern that cannot be read.
 */
export function fillPattern(pattern: string, values: Texts): string {
  const filler = fillerOf(pattern);
  const unknown = Object.keys(values).filter((name) => !filler.names.includes(name));
  const problems = unknown.map((name): AddressProblem => ({ name, detail: 'is no variable of it' }));
  const path = problems.length > 0 ? problems : filler.pathOf(values);
  if (typeof path !== 'string') throw new AddressError(pattern, path);
  return path;
}

/** The pattern, read once. @throws PatternProblem */
export function fillerOf(source: string): PatternFiller {
  const pattern = parsePattern(source);
  const segments = tokenize(pattern.text, 0);
  const { names } = pattern;
  return {
    names,
    pathOf(values) {
      const unfit = names.flatMap((name) => plainProblem(name, textIn(values, name)) ?? []);
      if (unfit.length > 0) return unfit;
      const path = `/${segments.map((tokens) => tokens.map((token) => piece(token, values)).join('')).join('/')}`;
      const read = readBack(pattern, path);
      if (read !== undefined && names.every((name, index) => read[index] === values[name])) return path;
      return misread(segments.flat(), values, names, read);
    },
  };
}

function textIn(values: Texts, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function plainProblem(name: string, text: string | undefined): AddressProblem | undefined {
  if (text === undefined) return { name, detail: 'is missing' };
  return text.isWellFormed() ? undefined : { name, detail: 'holds half a character, which no URL can' };
}

function piece(token: Token, values: Texts): string {
  if (token.kind === 'text') return encodeSegment(token.text);
  const text = values[token.name]!;
  return spansSegments(token) ? text.split('/').map(encodeSegment).join('/') : encodeSegment(text);
}

function spansSegments({ regex }: { readonly regex?: string }): boolean {
  return regex !== undefined && mayHoldSlash(regex);
}

/** What a request for the path would give: nothing is trusted that was not read back. */
function readBack(pattern: Pattern, path: string): readonly string[] | undefined {
  return matchSegment(pattern, readPath(path));
}

/** Why the values do not come back as they were given. */
function misread(
  tokens: readonly Token[],
  values: Texts,
  names: readonly string[],
  read: readonly string[] | undefined,
): readonly AddressProblem[] {
  const reasons = tokens.flatMap((token): AddressProblem[] => {
    if (token.kind === 'text') return [];
    const { name } = token;
    const detail = unfitFor(token, values[name]!);
    return detail === undefined ? [] : [{ name, detail }];
  });
  if (reasons.length > 0) return reasons;
  const others = names.flatMap((name, index): AddressProblem[] =>
    read === undefined || read[index] === values[name]
      ? []
      : [{ name, detail: `would be read as ${JSON.stringify(read[index])}` }],
  );
  return others.length > 0 ? others : [{ name: '', detail: 'no request for these values reaches it' }];
}

function unfitFor({ regex }: { readonly regex?: string }, text: string): string | undefined {
  if (regex === undefined) {
    if (text === '') return 'is empty';
    return isDots(text) ? `is ${JSON.stringify(text)}, which means another folder in a URL` : undefined;
  }
  if (!new RegExp(`^(?:${regex})$`, 'us').test(text))
    return `does not match ${regex}: ${JSON.stringify(text)}`;
  if (spansSegments({ regex }) && text.split('/').some(isDots))
    return 'has a segment of dots, which means another folder in a URL';
  return undefined;
}

function isDots(text: string): boolean {
  return text === '.' || text === '..';
}
