import { isKind } from '../contract/is-kind.ts';
import { TypeProblem, type Converter } from './converter.ts';
import { invalid } from './failure.ts';
import { isNumberText } from './primitives.ts';
import type { Literal, Template, Type } from '../contract/type.ts';

/**
 * Returns the positions at which a part can end, given the positions at which it can start. Both lists are in ascending
 * order. All positions are processed together, so the time per part is proportional to the length of the string.
 */
type Part = (text: string, starts: readonly number[]) => readonly number[];

/** Creates a converter for strings that consist of literals and values, such as `user-${number}`. */
export function templateConverter(template: Template): Converter {
  const parts = partsOf(template);
  const name = templateName(template);
  const mismatch = invalid(`must match ${name}`);
  const convert = (text: string): unknown => {
    let positions: readonly number[] = [0];
    for (const part of parts) positions = part(text, positions);
    return positions.at(-1) === text.length ? text : mismatch;
  };
  return {
    name,
    optional: false,
    acceptsEmpty: convert('') === '',
    async: false,
    text: convert,
    json: (value) => (typeof value === 'string' ? convert(value) : mismatch),
  };
}

/** Formats the template in TypeScript notation. */
export function templateName({ of }: Template): string {
  return `\`${of.map((part) => (typeof part === 'string' ? part : `\${${placeholderName(part)}}`)).join('')}\``;
}

function placeholderName(type: Type): string {
  const values = literalsOf(type);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (isKind(type, 'template')) return templateName(type);
  return PLACEHOLDERS.get(type)?.name ?? 'unknown';
}

/** Converts the template to a regular expression, which is used only for documentation. */
export function templatePattern(template: Template): string {
  return `^${patternOf(template)}$`;
}

function patternOf({ of }: Template): string {
  return of
    .map((part) => (typeof part === 'string' ? escapeExpression(part) : placeholderPattern(part)))
    .join('');
}

function placeholderPattern(type: Type): string {
  const values = literalsOf(type);
  if (values !== undefined) return `(?:${values.map((value) => escapeExpression(String(value))).join('|')})`;
  if (isKind(type, 'template')) return patternOf(type);
  return PLACEHOLDERS.get(type)!.pattern;
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function partsOf({ of }: Template): readonly Part[] {
  return of.flatMap((part) => {
    if (typeof part === 'string') return [oneOfStrings([part])];
    const values = literalsOf(part);
    if (values !== undefined) return [oneOfStrings(values.map(String))];
    if (isKind(part, 'template')) return partsOf(part);
    const placeholder = PLACEHOLDERS.get(part);
    if (placeholder === undefined)
      throw new TypeProblem(
        'a template can contain only strings, String, Number, BigInt and Boolean',
        'use one of them',
      );
    return [placeholder.part];
  });
}

function literalsOf(type: Type): readonly Literal[] | undefined {
  return isKind(type, 'oneOf') ? type.values : undefined;
}

function oneOfStrings(values: readonly string[]): Part {
  const texts = [...new Set(values)];
  return (text, starts) => {
    const ends = starts.flatMap((start) =>
      texts.filter((each) => text.startsWith(each, start)).map((each) => start + each.length),
    );
    return texts.length === 1 ? ends : sortUnique(ends);
  };
}

function sortUnique(positions: readonly number[]): readonly number[] {
  return [...new Set(positions)].toSorted((one, other) => one - other);
}

const anything: Part = (text, [start]) => {
  if (start === undefined) return [];
  return Array.from({ length: text.length - start + 1 }, (_, index) => start + index);
};

/** Maximum number of characters in a number that JavaScript prints. */
const LONGEST_NUMBER = 25;

const numbers: Part = (text, starts) => {
  const ends: number[] = [];
  for (const start of starts) {
    for (let end = start + 1; end <= text.length && end <= start + LONGEST_NUMBER; end += 1) {
      if (!/[-+.eE\d]/.test(text[end - 1]!)) break;
      if (isNumberText(text.slice(start, end))) ends.push(end);
    }
  }
  return sortUnique(ends);
};

const wholeNumbers: Part = (text, starts) => {
  const ends: number[] = [];
  let last = 0;
  for (const start of starts) {
    const digits = text[start] === '-' ? start + 1 : start;
    // Positions up to `last` are already in the list.
    for (let end = Math.max(digits, last) + 1; isDigit(text[end - 1]); end += 1) ends.push((last = end));
  }
  return ends;
};

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

interface Placeholder {
  readonly name: string;
  readonly pattern: string;
  readonly part: Part;
}

const PLACEHOLDERS: ReadonlyMap<unknown, Placeholder> = new Map<unknown, Placeholder>([
  [String, { name: 'string', pattern: String.raw`[\s\S]*`, part: anything }],
  [
    Number,
    { name: 'number', pattern: String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`, part: numbers },
  ],
  [BigInt, { name: 'bigint', pattern: String.raw`-?\d+`, part: wholeNumbers }],
  [Boolean, { name: 'boolean', pattern: '(?:true|false)', part: oneOfStrings(['true', 'false']) }],
]);
