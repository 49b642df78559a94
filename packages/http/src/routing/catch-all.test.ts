import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Characters } from './expression/syntax.ts';
import { matchPattern } from './match-pattern.ts';
import { PatternProblem } from './pattern-tokens.ts';
import { parsePattern } from './pattern.ts';
import { MAX_PATH, readPath } from '../protocol/request-path.ts';

/** A piece of a pattern and the equivalent regular expression. */
const piece = fc.constantFrom<readonly [written: string, means: string]>(
  ['a', 'a'],
  ['-', '-'],
  ['{V}', '([^/]+?)'],
  ['{V:\\d+}', '(\\d+)'],
  ['{V:.*}', '(.*)'],
  ['{V:.+}', '(.+)'],
  ['{V:.*?}', '(.*?)'],
  ['{V:[^-]+}', '([^-]+)'],
  ['{V:(?:a|b/)+}', '((?:a|b/)+)'],
);
const segments = fc
  .array(fc.array(piece, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .filter((all) => all.flat().some(([written]) => /[.^/]/.test(written)));

it('a pattern whose variables span segments yields the same values as the equivalent regular expression', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', '-', '1', '/', '//', 'a-', '%0A'), { maxLength: 7 })
    .map((parts) => `/${parts.join('')}`);
  let fitting = 0;
  fc.assert(
    fc.property(segments, fc.array(path, { minLength: 1, maxLength: 10 }), (pieces, paths) => {
      let count = 0;
      const written = pieces.map((each) =>
        each.map(([text]) => text.replace('V', () => `v${count++}`)).join(''),
      );
      const pattern = parsePattern(`/${written.join('/')}`);
      // The tail begins with the first segment that contains a variable that may span segments.
      const tail = pieces.slice(pattern.segments.length);
      const lastSpans = tail.at(-1)!.some(([text]) => /[.^/]/.test(text));
      const source = tail.map((each) => each.map(([, means]) => means).join('')).join('/+');
      const regex = new RegExp(`^${source}${lastSpans ? '' : '/*'}$`, 'us');
      for (const target of paths) {
        const { parts } = readPath(target);
        const rest = { segments: parts.filter(Boolean), parts };
        const { tail: _tail, ...head } = pattern;
        const before = matchPattern(head, {
          segments: rest.segments.slice(0, pattern.segments.length),
          parts: [],
        });
        const left = restAfter(parts, pattern.segments.length);
        const found = left === undefined || before === undefined ? null : regex.exec(left);
        const expected = found === null ? undefined : [...before!, ...found.slice(1)];
        if (expected !== undefined) fitting += 1;
        expect(matchPattern(pattern, rest), `${pattern.text} ${target}`).toEqual(expected);
      }
    }),
    { numRuns: 3000 },
  );
  expect(fitting).toBeGreaterThan(500);
});

/** Returns the path after `count` segments, or undefined if it contains fewer segments. */
function restAfter(parts: readonly string[], count: number): string | undefined {
  const starts = [...parts.keys()].filter((index) => parts[index] !== '');
  if (starts.length < count) return undefined;
  const from = count === 0 ? 0 : starts[count - 1]! + 1;
  const rest = parts.slice(from);
  while (rest.length > 1 && rest[0] === '') rest.shift();
  return rest.join('/');
}

it.each([
  ['/{a:.+}/edit', '/'],
  ['/{a:.+}/edit', '/edit'],
  ['/{a:.*}/x/{b:.*}', '/x'],
  ['/{a:.*}/x/{b:.*}', '/y'],
  ['/{a:.*}/x/{b:.*}/y/{c:.*}/z', '/x/y'],
  ['/{a:.*}{b:.*}{c:.*}!', 'x'],
  ['/{a:.+}/{b:.+}/{c:.+}/{d}', '//'],
  ['/{a:.+}/{id:\\d+}', '/1'],
  ['/{a:.+}-{b}-{c}.txt', '-'],
  ['/{a:[^-]+}/{b:[^-]+}/{c:[^-]+}!', '/a'],
  ['/{a}-{n:\\d+}{m:\\d+}x', '-1'],
  ['/{a:(?:x+)+y}', 'x'],
  ['/{a:(?:x+|x)*/y}', 'x'],
])('%s matches a path of %j in linear time', (text, repeated) => {
  const pattern = parsePattern(text);
  const countVisits = (length: number): number => {
    const has = vi.spyOn(Characters.prototype, 'has');
    onTestFinished(() => has.mockRestore());
    const path = `/a${repeated.repeat(length)}`.slice(0, length);
    matchPattern(pattern, readPath(path));
    const { length: count } = has.mock.calls;
    has.mockRestore();
    return count;
  };
  const once = countVisits(MAX_PATH / 2);
  expect(once).toBeGreaterThan(0);
  expect(once).toBeLessThan((MAX_PATH / 2) * text.length);
  expect(countVisits(MAX_PATH)).toBeLessThanOrEqual(2 * once + 100);
});

it.each([
  ['/{a:(?!api/).*}/edit', 2, /^the regular expression of a, \(\?!api\/\)\.\*, uses lookaround/],
  ['/x/{a:.*}/{b:(x)\\1}', 11, /^the regular expression of b/],
  ['/{a:.*}/{b:\\w{5000}}', 9, /^the regular expression of b/],
  ['/{a:(?=x).*}{b:.*}', 2, /^the regular expression of a/],
])('parsePattern rejects %s, which requires backtracking', (text, index, message) => {
  expect(() => parsePattern(text)).toThrow(PatternProblem);
  expect(() => parsePattern(text)).toThrow(
    expect.objectContaining({
      index,
      message: expect.stringMatching(message) as unknown,
      hint: expect.stringContaining('put the variable last') as unknown,
    }),
  );
});

it.each(['/{a:(?!api/).*}', '/x/pre-{a:(?=x).*}', '/{g:(a|b)\\1}-{h:(c|d)\\1}', '/{a}/{b:(x/)\\1}'])(
  'parsePattern accepts %s, in which the expression that requires backtracking is last',
  (text) => {
    expect(parsePattern(text).text).toBe(text);
  },
);
