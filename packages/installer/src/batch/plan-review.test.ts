import { expect, it } from 'vitest';
import { reviewPlans } from './plan-review.ts';

const outline = (operations: readonly string[], packages: readonly string[] = ['base'], layout = 'l') => ({
  operations,
  packages,
  layout,
});
const rowsOf = (...outlines: readonly ReturnType<typeof outline>[]) =>
  outlines.map((each, index) => ({ number: index + 1, outline: each }));

it('rows with the same plan are the usual ones, and others are listed with their differences', () => {
  const usual = outline(['a', 'b'], ['base', 'linux']);
  expect(
    reviewPlans(
      rowsOf(
        usual,
        outline(['a', 'c'], ['base', 'linux']),
        usual,
        outline(['a', 'b'], ['base', 'linux-lts'], 'other'),
        usual,
        outline(['a', 'c'], ['base', 'linux']),
      ),
    ),
  ).toEqual({
    operations: 2,
    packages: 2,
    usual: [1, 3, 5],
    variants: [
      {
        rows: [2, 6],
        operations: { added: ['c'], removed: ['b'] },
        packages: { added: [], removed: [] },
        layout: false,
      },
      {
        rows: [4],
        operations: { added: [], removed: [] },
        packages: { added: ['linux-lts'], removed: ['linux'] },
        layout: true,
      },
    ],
  });
});

it('a batch without plans has no comparison', () => {
  expect(reviewPlans([])).toBeUndefined();
});
