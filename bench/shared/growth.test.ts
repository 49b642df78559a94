import { describe, expect, it } from 'vitest';
import { fitGrowth, pointOf } from './growth.ts';

const sizes = [10, 100, 1_000, 10_000, 100_000];
const seriesOf = (cost: (x: number) => number, spread = 0): Parameters<typeof fitGrowth>[0] => ({
  points: sizes.map((x) => ({ x, y: cost(x), low: cost(x) * (1 - spread), high: cost(x) * (1 + spread) })),
});

describe('fitGrowth', () => {
  it.each([
    ['a constant cost', 0, () => 7],
    ['a linear cost', 1, (x: number) => 0.3 * x],
    ['a quadratic cost', 2, (x: number) => 5 * x ** 2],
    ['the square root', 0.5, (x: number) => Math.sqrt(x)],
  ])('fits the order of %s', (_name, order, cost) => {
    const growth = fitGrowth(seriesOf(cost));
    expect(growth.order).toBeCloseTo(order);
    expect(growth.slopes).toHaveLength(sizes.length - 1);
    for (const slope of growth.slopes) expect(slope).toBeCloseTo(order);
    expect(growth.bends).toEqual([]);
  });

  it('finds the size at which a linear cost becomes quadratic', () => {
    const [bend, ...others] = fitGrowth(seriesOf((x) => (x <= 1_000 ? x : x ** 2 / 1_000))).bends;
    expect(bend).toMatchObject({ x: 1_000, before: expect.closeTo(1), after: expect.closeTo(2) });
    expect(others).toEqual([]);
  });

  it('reports no bend that the quartiles do not confirm', () => {
    const cost = (x: number): number => (x <= 1_000 ? x : x ** 1.4 / 1_000 ** 0.4);
    expect(fitGrowth(seriesOf(cost)).bends).toHaveLength(1);
    expect(fitGrowth(seriesOf(cost, 0.6)).bends).toEqual([]);
  });

  it('ignores points without a logarithm, and returns no order for a single point', () => {
    const points = [0, 10, 100].map((x) => ({ x, y: x, low: x, high: x }));
    expect(fitGrowth({ points }).slopes).toEqual([expect.closeTo(1)]);
    expect(fitGrowth({ points: points.slice(0, 2) }).order).toBeNaN();
  });
});

it('pointOf returns the median and the quartiles', () => {
  expect(pointOf(10, [5, 1, 3, 2, 4])).toEqual({ x: 10, y: 3, low: 2, high: 4 });
});
