import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import { quotePattern } from './pattern-hints.ts';
import { closingBrace } from './pattern-tokens.ts';

/** The translation of a pattern in the syntax of another framework. The symbols of that syntax are literal in Writ. */
interface Translation {
  /** The first part in foreign syntax, such as `*`, `[id]` or `%20`. */
  readonly found: string;
  readonly pattern: string;
}

/**
 * Warns about variables in the syntax of other frameworks and about percent-encoded characters. `name` returns the name
 * of the route or filter.
 */
export function checkForeignSyntax(
  name: () => string,
  pattern: string,
  origin: Origin | undefined,
): readonly Finding[] {
  const translation = translate(pattern);
  if (translation === undefined) return NOTHING;
  const { found } = translation;
  const what = found.startsWith('%')
    ? `${found} matches no request, because paths are decoded before they are matched`
    : `${found} is literal, not a variable`;
  const sign = found.includes('*') ? '*' : /^[.:]/.test(found) ? found.slice(-1) : found.charAt(0);
  return [
    {
      rule: 'foreign-syntax',
      message: `${name()}: ${what}`,
      hint: `write ${quotePattern(translation.pattern)}; for the character itself, '\\\\${sign === ')' ? '(' : sign}'`,
      origin,
    },
  ];
}

const NOTHING: readonly never[] = [];

/** Matches a character of foreign syntax. Most patterns contain none, and need no translation. */
const FOREIGN = /[*+[<%(:]/;

/** Translates a pattern to Writ's syntax. Returns undefined if it contains no foreign syntax. */
function translate(pattern: string): Translation | undefined {
  if (!FOREIGN.test(pattern)) return undefined;
  const variables: string[] = [];
  const hidden = hideOwnSyntax(pattern, variables);
  const show = (text: string): string =>
    text.replaceAll(/[\u{e000}-\u{f8ff}]/gu, (mark) => variables[mark.charCodeAt(0) - FIRST_MARK] ?? mark);
  const names = new Set([...pattern.matchAll(/(?:\{|(?<=[/.~-]):)(\w+)/g)].map(([, name = '']) => name));
  let found: string | undefined;
  const segments = hidden.split('/');
  const last = segments.findLastIndex((segment) => segment !== '');
  const fixed = segments.map((segment, index) => {
    const [part, text] = translateSegment(segment, index === last, names);
    found ??= part;
    return text;
  });
  return found === undefined ? undefined : { found: show(found), pattern: show(fixed.join('/')) };
}

/** The first of the private-use characters that temporarily replace variables and escapes. */
const FIRST_MARK = 0xe000;

/** Replaces each escape, `{…}` and `:name:regex` with a private-use character. */
function hideOwnSyntax(pattern: string, hidden: string[]): string {
  let text = '';
  let index = 0;
  while (index < pattern.length) {
    const end = endOfOwnSyntax(pattern, index);
    if (end === index) {
      text += pattern.charAt(index);
      index += 1;
    } else {
      text += String.fromCharCode(FIRST_MARK + hidden.length);
      hidden.push(pattern.slice(index, end));
      index = end;
    }
  }
  return text;
}

function endOfOwnSyntax(pattern: string, index: number): number {
  if (pattern[index] === '\\') return index + 2;
  if (pattern[index] === '{') return Math.max(closingBrace(pattern, index), index) + 1;
  const [named] = /^:\w+:[^/]*/.exec(pattern.slice(index)) ?? [];
  return index + (named ?? '').length;
}

/** Returns the first part in foreign syntax and the translated segment. */
function translateSegment(
  segment: string,
  isLast: boolean,
  names: Set<string>,
): readonly [found: string | undefined, text: string] {
  let found: string | undefined;
  const variable = (part: string, name: string, regex?: string): string => {
    found ??= part;
    return `{${unusedName(name.replaceAll('-', '_'), names)}${regex === undefined ? '' : `:${regex}`}}`;
  };
  const whole = /^(?:\*\*|\(?\.([*+])\)?|\(\*\))$/.exec(segment);
  if (whole !== null) return [segment, `{${unusedName('rest', names)}:.${whole[1] ?? '*'}}`];
  const [, splat] = /^\*(\w+)$/.exec(segment) ?? [];
  if (splat !== undefined) return [segment, variable(segment, splat, '.*')];
  const group = /^\(([^()]*[|*+][^()]*)\)$/.exec(segment);
  if (group !== null) return [segment, variable(segment, 'name', group[1])];
  const text = segment
    .replaceAll(/:(\w+)(?:\(([^()]+)\)|([*+]))/g, (part, name: string, regex?: string, repeat?: string) => {
      names.delete(name);
      return variable(part, name, regex ?? `.${repeat}`);
    })
    .replaceAll(/\[{1,2}(\.{3})?([\w-]+)\]{1,2}/g, (part, rest: string | undefined, name: string) =>
      variable(part, name, rest && '.*'),
    )
    .replaceAll(/<(?:(\w+):)?([\w-]+)>/g, (part, type: string | undefined, name: string) =>
      variable(part, name, type && TYPES[type]),
    )
    .replaceAll(/(?:%[\da-f]{2})+/gi, (part) => {
      const decoded = decodeLiteral(part);
      if (decoded !== undefined) found ??= part;
      return decoded ?? part;
    });
  const starred = text.replaceAll(/\{[^{}]*\}|\*+/g, (part, at: number) => {
    if (part.startsWith('{')) return part;
    const isRest = isLast && at + part.length === text.length;
    return isRest ? variable(part, 'rest', '.*') : variable(part, 'any');
  });
  return [found, starred];
}

/** Regular expressions that correspond to Flask's and Django's converters. */
const TYPES: Readonly<Record<string, string>> = { int: String.raw`\d+`, path: '.*' };

function decodeLiteral(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll(/[\\/{}:?#*[<(]/g, String.raw`\$&`);
  } catch {
    return undefined;
  }
}

function unusedName(name: string, names: Set<string>): string {
  let free = name;
  for (let number = 2; names.has(free); number += 1) free = `${name}${number}`;
  names.add(free);
  return free;
}
