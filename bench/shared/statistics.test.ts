import { describe, expect, it } from 'vitest';
import { median, medianRatio, quantile } from './statistics.ts';

describe('quantiles', () => {
  it('are interpolated between the two nearest values, whatever the order of the values', () => {
    expect(median([30, 10, 20])).toBe(20);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
    expect(quantile([0, 10], 0.9)).toBeCloseTo(9);
  });

  it('equal the value if there is only one, and are NaN if there is none', () => {
    expect(quantile([7], 0.75)).toBe(7);
    expect(median([])).toBeNaN();
  });
});

it('medianRatio compares the values of the same round', () => {
  // The ratio of the medians would be 1.
  expect(medianRatio([30, 10, 20], [10, 20, 40])).toBe(0.5);
});
