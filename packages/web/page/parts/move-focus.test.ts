import { expect, it } from 'vitest';
import { nextPosition } from './move-focus.ts';

const positions = { current: 5, count: 10, columns: 4 };

it.each([
  ['ArrowLeft', 4],
  ['ArrowRight', 6],
  ['ArrowUp', 1],
  ['ArrowDown', 9],
  ['Home', 0],
  ['End', 9],
  ['Tab', undefined],
  ['toString', undefined],
])('%s moves to position %s', (key, next) => {
  expect(nextPosition(key, positions)).toBe(next);
});

it('the focus does not leave the list', () => {
  expect(nextPosition('ArrowUp', { ...positions, current: 3 })).toBeUndefined();
  expect(nextPosition('ArrowDown', { ...positions, current: 6 })).toBeUndefined();
  expect(nextPosition('ArrowRight', { ...positions, current: 9 })).toBeUndefined();
  expect(nextPosition('ArrowLeft', { ...positions, current: 0 })).toBeUndefined();
  expect(nextPosition('ArrowRight', { ...positions, current: -1 })).toBeUndefined();
});
