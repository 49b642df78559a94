import { expect, it } from 'vitest';
import { isExponential } from './ambiguity.ts';

it.each([
  '(a+)+',
  '(a*)*',
  '(?:a+)*b',
  '(a|a)*',
  '(a|aa)+',
  '(?:\\w+\\s?)*',
  '(?:[a-z]+\\d*)+',
  '(?:\\d+|[0-9a-f]+)*',
  '(?:x(?:a|b|ab)*)+',
  '([a-zA-Z0-9]+)*-',
  '(?:a?b?c?)*(?:(?:ü+)+)',
  '(.*)*',
  '(?:.*,)*',
  '(?:(?:a|b)+?)+?',
  '(?:a{1,2}){5,}',
  '(?<x>(?:\\p{L}|é)+)',
])('isExponential is true for %s', (source) => {
  expect(isExponential(source, 'us')).toBe(true);
});

it.each([
  'a+a+a+',
  '.*.*.*',
  '(?:ab)*',
  '(?:a|b)*',
  '(?:a|b?)*',
  '(?:a+b)*',
  '(?:\\d{4}-)*',
  '[^/]+(?:/[^/]+)*',
  '(?:[a-z]+\\.)+[a-z]+',
  '(?:\\w+-)*\\w+',
  '(?:a?)*',
  '(?:(?:a)?)*',
  '(?:a(?:b|c)d)+',
  '(?:x{2})*',
  'https?://(?:[\\w-]+\\.)*example\\.(?:com|org)(?::\\d+)?',
  '(a+)',
  '',
])('isExponential is false for %s', (source) => {
  expect(isExponential(source, 'us')).toBe(false);
});

it('isExponential takes the flags of an expression into account', () => {
  expect(isExponential('(?:a|A)*', 'i')).toBe(true);
  expect(isExponential('(?:a|A)*', '')).toBe(false);
  expect(isExponential('(?:.|\\n)*', 's')).toBe(true);
  expect(isExponential('(?:.|\\n)*', '')).toBe(false);
});

it('isExponential does not analyse large expressions or expressions that need backtracking', () => {
  expect(isExponential('(?=(a+)+)b', 'us')).toBe(false);
  expect(isExponential('(?:a|a){300}'.repeat(3), 'us')).toBe(false);
});
