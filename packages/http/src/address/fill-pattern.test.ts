import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPattern } from '../routing/match-pattern.ts';
import { parsePattern } from '../routing/pattern.ts';
import { PatternProblem } from '../routing/pattern-tokens.ts';
import { readPath } from '../protocol/request-path.ts';
import { AddressError } from './address-error.ts';
import { fillPattern } from './fill-pattern.ts';

it.each<[pattern: string, values: Record<string, string>, path: string]>([
  ['/', {}, '/'],
  ['notes', {}, '/notes'],
  ['/notes/{id}', { id: '7' }, '/notes/7'],
  ['/notes/:id', { id: 'a b/c?d#e;f%g' }, '/notes/a%20b%2Fc%3Fd%23e%3Bf%25g'],
  ['/notes/{id}', { id: 'a+b:c@d$e&f,g=h' }, '/notes/a+b:c@d$e&f,g=h'],
  ['/notes/{id}', { id: 'Zoë 😀' }, '/notes/Zo%C3%AB%20%F0%9F%98%80'],
  ['/notes/{id:\\d+}.txt', { id: '12' }, '/notes/12.txt'],
  ['/{y:\\d{4}}-{m:\\d{2}}', { y: '2024', m: '05' }, '/2024-05'],
  ['/file-{id}.txt', { id: 'a.b' }, '/file-a.b.txt'],
  ['/notes\\:{id}/ü', { id: '7' }, '/notes:7/%C3%BC'],
  ['/rest/{path:.*}', { path: '' }, '/rest/'],
  ['/rest/{path:.*}', { path: 'a b/c//d/' }, '/rest/a%20b/c//d/'],
  ['/a/{path:.+}/b', { path: 'x/y' }, '/a/x/y/b'],
  ['/{a:\\d+(?=-)}-{b}', { a: '1', b: '2' }, '/1-2'],
])('fillPattern fills %s with %o', (pattern, values, path) => {
  expect(fillPattern(pattern, values)).toBe(path);
});

it.each<[pattern: string, values: Record<string, string>, message: string]>([
  ['/notes/{id}', {}, 'cannot build the address of /notes/{id}: id is missing'],
  ['/{a}/{b}', {}, 'a is missing; b is missing'],
  ['/notes/{id}', { id: '7', idd: '8' }, 'idd is not a variable of the pattern'],
  ['/notes/{toString}', {}, 'toString is missing'],
  ['/notes/{id}', { id: '' }, 'id is empty'],
  ['/notes/{id}', { id: '..' }, 'id is "..", which URLs resolve to another folder'],
  ['/notes/{id:\\d+}', { id: 'x' }, 'id does not match \\d+: "x"'],
  ['/notes/{id:a|b}', { id: 'ab' }, 'id does not match a|b: "ab"'],
  ['/{a}-{b}', { a: 'x-y', b: 'z' }, 'a would be read as "x"; b would be read as "y-z"'],
  ['/rest/{path:.+}', { path: '' }, 'path does not match .+: ""'],
  ['/rest/{path:.*}', { path: 'a/../b' }, 'path has a dot segment'],
  ['/rest/{path:.*}', { path: '/a' }, 'path would be read as "a"'],
  ['/{a:.*}/x/{b:.*}', { a: 'p', b: 'q/x/r' }, 'a would be read as "p/x/q"; b would be read as "r"'],
  ['/{a:\\d+}{b:(?<!1)x}', { a: '1', b: 'x' }, 'no path matches it with these values'],
  ['/notes/{id}', { id: '\uD800' }, 'id contains a lone surrogate'],
])('fillPattern rejects %s with %o', (pattern, values, message) => {
  expect(() => fillPattern(pattern, values)).toThrow(AddressError);
  expect(() => fillPattern(pattern, values)).toThrow(message);
});

it('fillPattern throws PatternProblem for an invalid pattern', () => {
  expect(() => fillPattern('/{id', { id: '1' })).toThrow(PatternProblem);
});

describe('generated values passed to fillPattern', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aZ09-._~ %/;?#+&=:\\{}ü😀'), maxLength: 8 });
  const literal = fc.constantFrom('notes', 'a b', 'ü', '50%', 'x;y', 'file-', '.txt', '\\:', '~');
  const regex = fc.constantFrom(
    '\\d+',
    '[a-z]{2,3}',
    '[^-]+',
    '.*',
    '.+',
    '(?:a|b/c)+',
    '\\p{Lu}.',
    '(x)\\1',
  );

  /**
   * Generates a pattern of up to four segments with up to three pieces each, and a value for each variable, which may
   * be invalid.
   */
  const filled = fc
    .array(
      fc.array(fc.oneof(literal, fc.record({ regex: fc.option(regex, { nil: undefined }), value: text })), {
        minLength: 1,
        maxLength: 3,
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((segments) => {
      const values: Record<string, string> = {};
      const printed = segments.map((pieces) =>
        pieces
          .map((each) => {
            if (typeof each === 'string') return each;
            const name = `v${Object.keys(values).length}`;
            values[name] = each.value;
            return each.regex === undefined ? `{${name}}` : `{${name}:${each.regex}}`;
          })
          .join(''),
      );
      return { pattern: `/${printed.join('/')}`, values };
    })
    .filter(({ pattern }) => isMatchable(pattern));

  /** Whether the pattern is valid: start-up rejects a back reference combined with a catch-all. */
  function isMatchable(pattern: string): boolean {
    try {
      return parsePattern(pattern).text !== '';
    } catch (error) {
      expect(error).toBeInstanceOf(PatternProblem);
      expect(pattern).toMatch(/\\1/);
      return false;
    }
  }

  it('are read back unchanged when the filled path is matched', () => {
    let accepted = 0;
    fc.assert(
      fc.property(filled, ({ pattern, values }) => {
        let path: string;
        try {
          path = fillPattern(pattern, values);
        } catch (error) {
          expect(error).toBeInstanceOf(AddressError);
          return;
        }
        accepted += 1;
        expect(path).toMatch(/^\/[!-~]*$/);
        expect(matchPattern(parsePattern(pattern), readPath(path))).toEqual(Object.values(values));
      }),
      { numRuns: 3000 },
    );
    // If most inputs were rejected, the property would be almost untested.
    expect(accepted).toBeGreaterThan(600);
  });

  it('are accepted by a plain variable unless they are empty or dot segments', () => {
    const whole = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        fc.pre(![a, b].some((each) => each === '.' || each === '..'));
        const path = fillPattern('/x/{a}/y/{b}', { a, b });
        expect(matchPattern(parsePattern('/x/{a}/y/{b}'), readPath(path))).toEqual([a, b]);
      }),
      { numRuns: 1000 },
    );
  });

  it('may contain slashes for a catch-all variable, and are read back unchanged', () => {
    const segment = fc.string({ unit: fc.constantFrom(...'ab %;?ü😀'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
        const rest = segments.join('/');
        const path = fillPattern('/x/{rest:.*}', { rest });
        expect(matchPattern(parsePattern('/x/{rest:.*}'), readPath(path))).toEqual([rest]);
      }),
      { numRuns: 1000 },
    );
  });
});
