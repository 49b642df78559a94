import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchPattern } from './match-pattern.ts';
import { parsePattern, type Pattern } from './pattern.ts';
import { PatternProblem } from './pattern-tokens.ts';
import { readPath } from '../protocol/request-path.ts';

// There are more runs than usual, because each case takes only microseconds.
const { numRuns = 100 } = fc.readConfigureGlobal();

/** A piece of a segment before it is printed. */
type Piece = { readonly text: string } | { readonly regex: string | undefined };

const text = fc.string({ unit: fc.constantFrom(...'aZ09_:{}\\?#-.~%ü€😀 '), minLength: 1, maxLength: 6 });
const REGEXES = ['\\d+', '[a-z]{2,3}', '(?:a|b){1,2}', '[^-]+', '[}{]', 'a\\}b', '\\p{Lu}', '(x)(?<y>z)'];
const regex = fc.option(fc.constantFrom(...REGEXES), { nil: undefined });
const piece: fc.Arbitrary<Piece> = fc.oneof(fc.record({ text }), fc.record({ regex }));
const segment = fc.array(piece, { minLength: 1, maxLength: 3 });

/** Joins adjacent literals. */
function joinLiterals(pieces: readonly Piece[]): Piece[] {
  const list: Piece[] = [];
  for (const each of pieces) {
    const last = list.at(-1);
    if (last !== undefined && 'text' in last && 'text' in each)
      list[list.length - 1] = { text: last.text + each.text };
    else list.push(each);
  }
  return list;
}

function printPattern(segments: readonly (readonly Piece[])[]): string {
  let variables = 0;
  const print = (each: Piece): string => {
    if ('text' in each) return each.text.replaceAll(/[:{}\\?#/]/g, '\\$&');
    variables += 1;
    return each.regex === undefined ? `{v${variables}}` : `{v${variables}:${each.regex}}`;
  };
  return `/${segments.map((pieces) => pieces.map(print).join('')).join('/')}`;
}

it('parsePattern parses generated patterns into their parts', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 4 }), (given) => {
      const segments = given.map(joinLiterals);
      const pattern = parsePattern(printPattern(segments));
      const variables = segments.flat().filter((each) => 'regex' in each);
      expect(pattern.names).toEqual(variables.map((_, index) => `v${index + 1}`));
      expect(pattern.shape).toBe(
        segments
          .map((pieces) =>
            pieces
              .map((each) => ('text' in each ? JSON.stringify(each.text) : `{${each.regex ?? ''}}`))
              .join(''),
          )
          .join('/'),
      );
      const literal = segments.map((pieces) =>
        pieces.length === 1 && 'text' in pieces[0]! ? pieces[0].text : undefined,
      );
      expect(pattern.literal).toBe(literal.includes(undefined) ? undefined : `/${literal.join('/')}`);
    }),
    { numRuns: 5 * numRuns },
  );
});

it('a path generated from a pattern matches it and yields the same values', { timeout: 120_000 }, () => {
  const value = fc.string({ unit: fc.constantFrom(...'aZ9 /%;?#ü😀'), minLength: 1, maxLength: 5 });
  const parts = fc.array(fc.oneof(fc.record({ text }), fc.record({ value })), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(parts, (given) => {
      const pieces = given.map((each) => ('text' in each ? each : { regex: undefined }));
      const pattern = parsePattern(printPattern(pieces.map((each) => [each])));
      const target = given.map((each) => encodeURIComponent('text' in each ? each.text : each.value));
      fc.pre(!target.some((each) => /^\.{1,2}$/.test(each)));
      const values = given.flatMap((each) => ('value' in each ? [each.value] : []));
      expect(matchPattern(pattern, readPath(`/${target.join('/')}`))).toEqual(values);
      expect(matchPattern(pattern, readPath(`//${target.join('//')}/;m=1`))).toEqual(values);
    }),
    { numRuns: 5 * numRuns },
  );
});

it('parsePattern parses a string or rejects it with a position', { timeout: 120_000 }, () => {
  const any = fc.string({ unit: fc.constantFrom(...'/{}:\\[]()*+?.^$|-~ab1_, '), maxLength: 60 });
  fc.assert(
    fc.property(any, (source) => {
      let pattern: Pattern;
      try {
        pattern = parsePattern(source);
      } catch (error) {
        expect(error).toBeInstanceOf(PatternProblem);
        const { index } = error as PatternProblem;
        expect(index).toBeGreaterThanOrEqual(-1);
        expect(index).toBeLessThanOrEqual(source.length);
        return;
      }
      expect(parsePattern(pattern.text).shape).toBe(pattern.shape);
    }),
    { numRuns: 25 * numRuns },
  );
});

it.each(['{', '}', '{a', '\\', ':', '{a:[', '{a:((((', '/'.repeat(3), '{a:{'])(
  'parsePattern takes linear time for a pattern that repeats %s',
  { timeout: 120_000 },
  (part) => {
    // A quadratic algorithm would exceed the time limit.
    try {
      parsePattern(part.repeat(100_000));
    } catch (error) {
      expect(error).toBeInstanceOf(PatternProblem);
    }
  },
);
