import { expect, it } from 'vitest';
import { listNumbers } from './list-numbers.ts';

it('numbers are listed in ascending order, with ranges', () => {
  expect(listNumbers([7, 3, 1, 2, 9, 8])).toBe('1-3, 7-9');
  expect(listNumbers([4])).toBe('4');
  expect(listNumbers([])).toBe('');
});
