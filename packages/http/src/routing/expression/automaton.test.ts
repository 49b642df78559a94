import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isExponential } from './ambiguity.ts';
import { Automaton } from './automaton.ts';
import { Characters } from './syntax.ts';

const atoms = [
  'a',
  'b',
  '/',
  '.',
  '\\d',
  '[^/]',
  '\\w',
  '[a-c]',
  '\\x61',
  '\\u{1F600}',
  '\\p{Lu}',
  '\\n',
  '\\/',
];
const atom = fc.constantFrom(...atoms, '[\\]b]', '^', '$', '\\b', '\\B');
const quantifier = fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,}', '{1,2}?');
const { expression } = fc.letrec<{ expression: string; term: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 2 },
    fc.array(tie('term'), { maxLength: 3 }).map((terms) => terms.join('')),
    fc.tuple(tie('expression'), tie('expression')).map((options) => options.join('|')),
  ),
  term: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(atom, quantifier).map(([one, times]) => (/^(?:[$^]|\\[bB])$/.test(one) ? one : one + times)),
    fc.tuple(tie('expression'), quantifier).map(([inner, times]) => `(?:${inner})${times}`),
    fc.tuple(tie('expression'), quantifier).map(([inner, times]) => `(${inner})${times}`),
  ),
}));
const text = fc.string({ unit: fc.constantFrom(...'aabb//1-\n', 'A', '😀', 'ü'), maxLength: 7 });

it('the automaton finds the same match and groups as a backtracking engine', () => {
  const parts = fc.array(expression, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(parts, fc.array(text, { minLength: 1, maxLength: 10 }), (expressions, texts) => {
      const source = expressions.map((each, index) => `(?<g${index}>${each})`).join('');
      const automaton = Automaton.of(source, 'us');
      // The program may be too large if repeats are nested.
      fc.pre(automaton !== undefined);
      const regex = new RegExp(`^(?:${source})$`, 'us');
      // If a string matches in many ways, a backtracking engine may find another match first.
      const isSure = !expressions.some((each) => isExponential(each, 'us'));
      for (const each of texts) {
        const [found, expected] = [automaton!.exec(each), regex.exec(each)?.groups];
        expect(found === undefined).toBe(expected === undefined);
        if (isSure) expect(found).toEqual(expected);
      }
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['(?=a)b', 'us'],
  ['(?!a)b', 'us'],
  ['(?<=a)b', 'us'],
  ['(?<!a)b', 'us'],
  ['(a)\\1', 'us'],
  ['(?<x>a)\\k<x>', 'us'],
  ['(?i:a)', 'us'],
  ['^a$', 'm'],
  ['[a--b]', 'v'],
  ['(?:a{100}){100}', 'us'],
  ['a{1000000}', 'us'],
  ['('.repeat(2000) + ')'.repeat(2000), 'us'],
])('the automaton does not support %s with the flags %s', (source, flags) => {
  expect(Automaton.of(source, flags)).toBeUndefined();
});

it.each(['(a+)+b', '(a|a)*b', '(.*)(.*)(.*)(.*)b', '(?:a?){30}a{30}b', '(\\w+\\s?)*!'])(
  'the automaton visits each character of a string once per step of %s',
  (source) => {
    const automaton = Automaton.of(source, 'us')!;
    const countVisits = (length: number): number => {
      const has = vi.spyOn(Characters.prototype, 'has');
      onTestFinished(() => has.mockRestore());
      expect(automaton.exec('a'.repeat(length))).toBeUndefined();
      const { length: count } = has.mock.calls;
      has.mockRestore();
      return count;
    };
    const once = countVisits(1000);
    expect(once).toBeLessThanOrEqual(1000 * source.length * 10);
    expect(countVisits(2000)).toBeLessThanOrEqual(2 * once + 1000);
  },
);

it.each(['a', '-', '/', '\\/', '\\.', '.', '_', '7', 'ü', '😀', '\\d', '\\n', '[a]', '\\\\', '\\$', '\\]'])(
  'Characters accepts the same characters for %s as a regular expression',
  (source) => {
    for (const flags of ['us', 'ius']) {
      const regex = new RegExp(`^${source}$`, flags);
      const characters = new Characters(source, flags);
      for (const char of 'aAbB-/\\._7üÜ😀\n$] nd')
        expect([source, char, characters.has(char.codePointAt(0)!)]).toEqual([
          source,
          char,
          regex.test(char),
        ]);
    }
  },
);
