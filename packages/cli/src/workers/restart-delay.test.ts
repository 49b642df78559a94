import { expect, it } from 'vitest';
import { restartDelay } from './restart-delay.ts';

it('restartDelay grows with each exit in a minute, up to a limit', () => {
  const deaths: number[] = [];
  const delays = Array.from({ length: 12 }, (_, index) => {
    deaths.push(index);
    return restartDelay(deaths);
  });
  expect(delays).toEqual([0, 100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000, 10_000]);
});

it('restartDelay ignores exits that were more than a minute ago', () => {
  expect(restartDelay([0, 1, 2, 70_000])).toBe(0);
  expect(restartDelay([0, 69_000, 70_000])).toBe(100);
});
