import { expect, it } from 'vitest';
import { isPattern, matchesPattern } from './interface-patterns.ts';

it.each([
  ['enp1s0', 'enp1s0', true],
  ['enp1s0', 'enp1s', false],
  ['enp1s0', 'en*', true],
  ['enp1s0', '*', true],
  ['enp1s0', '*s0', true],
  ['enp1s0', 'e*1*0', true],
  ['enp1s0', 'wl*', false],
  ['enp1s0', 'enp?s0', true],
  ['enp1s0', 'enp1s0?', false],
  ['enp1s0', 'enp[0-3]s0', true],
  ['enp7s0', 'enp[0-3]s0', false],
  ['enp7s0', 'enp[07]s0', true],
  ['enp-s0', 'enp[0-]s0', true],
  ['enp[s0', 'enp[s0', true],
  ['a.b', 'a?b', true],
  ['axb', 'a.b', false],
])('the interface %s matches the pattern %s: %s', (name, pattern, expected) => {
  expect(matchesPattern(name, pattern)).toBe(expected);
});

it('a pattern contains *, ? or [', () => {
  expect(['en*', 'en?', 'en[0]', 'enp1s0'].map(isPattern)).toEqual([true, true, true, false]);
});
