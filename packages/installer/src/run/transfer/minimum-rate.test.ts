import { describe, expect, it } from 'vitest';
import { createRateWatch, formatRate } from './minimum-rate.ts';

/** Returns the results of a watch for the given number of bytes received after each second. */
function watchResults(arrived: readonly number[], bytes = 10, seconds = 3): boolean[] {
  let second = 0;
  const watch = createRateWatch({ bytes, seconds }, () => second * 1000);
  return arrived.map((bytesBy) => {
    const slow = watch(bytesBy);
    second += 1;
    return slow;
  });
}

describe('a download', () => {
  it('does not count as slow before the first window has passed', () => {
    expect(watchResults([0, 0, 0])).toEqual([false, false, false]);
  });

  it('is slow if no data arrives, and not slow at the minimum rate', () => {
    expect(watchResults([0, 0, 0, 0])).toEqual([false, false, false, true]);
    expect(watchResults([0, 10, 20, 30, 40, 50])).not.toContain(true);
  });

  it('is slow if it starts fast and then slows down', () => {
    expect(watchResults([0, 100, 200, 300, 300, 300, 300])).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('is not slow if it pauses for less than a window', () => {
    expect(watchResults([0, 0, 30, 30, 60, 60, 90])).not.toContain(true);
  });

  it('is never slow without a minimum rate', () => {
    expect(watchResults([0, 0, 0, 0, 0], 0)).not.toContain(true);
  });
});

it.each([
  [{ bytes: 50_000, seconds: 60 }, '50 kB/s over 60 s'],
  [{ bytes: 1_500_000, seconds: 5 }, '1.5 MB/s over 5 s'],
  [{ bytes: 900, seconds: 60 }, '900 bytes/s over 60 s'],
])('formatRate formats %j as %s', (rate, words) => {
  expect(formatRate(rate)).toBe(words);
});
