import { expect, it } from 'vitest';
import { lineRange } from './line-range.ts';

it.each<[string, number, string]>([
  ['a\nbc\n', 1, 'a'],
  ['a\nbc\n', 2, 'bc'],
  ['a\nbc', 2, 'bc'],
  ['a\nbc\n', 3, ''],
  ['a\nbc', 9, 'bc'],
  ['', 1, ''],
])('in %j, line %i is %j', (text, line, expected) => {
  const { start, end } = lineRange(text, line);
  expect(text.slice(start, end)).toBe(expected);
});
