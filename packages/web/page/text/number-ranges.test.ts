import { expect, it } from 'vitest';
import { formatRanges } from './number-ranges.ts';

it.each<[number[], string]>([
  [[], ''],
  [[7], '7'],
  [[1, 2], '1–2'],
  [[1, 2, 3, 7, 9, 10], '1–3, 7, 9–10'],
])('lists %j as the ranges %j', (numbers, expected) => {
  expect(formatRanges(numbers)).toBe(expected);
});
