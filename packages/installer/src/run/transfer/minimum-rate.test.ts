import { describe, expect, it } from 'vitest';
import { createRateWatch, formatRate } from './minimum-rate.ts';

/** Results of a watch for the bytes received after each second. */
function said(arrived: readonly number[], bytes = 10, seconds = 3): boolean[] {
  let second = 0;
  const watch = createRateWatch({ bytes, seconds }, () => second * 1000);
  return arrived.map((bytesBy) => {
    const slow = watch(bytesBy);
    second += 1;
    return slow;
  });
}

describe('a download', () => {
  it('is not slow before the first window has passed', () => {
    expect(said([0, 0, 0])).toEqual([false, false, false]);
  });

  it('is slow without data, and not slow at the minimum rate', () => {
    expect(said([0, 0, 0, 0])).toEqual([false, false, false, true]);
    expect(said([0, 10, 20, 30, 40, 50])).not.toContain(true);
  });

  it('is slow if it becomes slow later', () => {
    expect(said([0, 100, 200, 300, 300, 300, 300])).toEqual([false, false, false, false, false, false, true]);
  });

  it('may pause for less than a window', () => {
    expect(said([0, 0, 30, 30, 60, 60, 90])).not.toContain(true);
  });

  it('is never slow without a minimum rate', () => {
    expect(said([0, 0, 0, 0, 0], 0)).not.toContain(true);
  });
});

it.each([
  [{ bytes: 50_000, seconds: 60 }, '50 kB a second over 60 s'],
  [{ bytes: 1_500_000, seconds: 5 }, '1.5 MB a second over 5 s'],
  [{ bytes: 900, seconds: 60 }, '900 bytes a second over 60 s'],
])('the rate %j is formatted as %s', (rate, words) => {
  expect(formatRate(rate)).toBe(words);
});
