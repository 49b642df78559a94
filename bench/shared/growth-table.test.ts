import { expect, it } from 'vitest';
import { growthTable } from './growth-table.ts';
import { pointOf } from './growth.ts';
import { renderTable } from './report.ts';

it('growthTable shows the figure for each size, the order and the bends of each subject', () => {
  const sizes = [10, 1_000, 100_000];
  const seriesOf = (name: string, costs: readonly number[]) => ({
    name,
    points: costs.map((cost, index) => pointOf(sizes[index]!, [cost])),
  });
  const table = growthTable({
    title: 'Look-up',
    x: 'routes',
    y: 'ms',
    order: 1,
    series: [
      seriesOf('tree', [0.0251, 2.51, 251]),
      seriesOf('list', [1, 100, 1_000_000]),
      seriesOf('one', [0]),
    ],
  });
  expect(renderTable(table).split('\n')).toEqual([
    '| Routes: | 10     | 1,000 | 100,000   | Order | Between adjacent sizes | Bends                    |',
    '| ------- | ------ | ----- | --------- | ----- | ---------------------- | ------------------------ |',
    '| tree    | 0.0251 | 2.51  | 251       | 1.00  | 1.00, 1.00             | none                     |',
    '| list    | 1.00   | 100   | 1,000,000 | 1.50  | 1.00, 2.00             | from 1,000: 1.00 to 2.00 |',
    '| one     | 0      | -     | -         | -     |                        | none                     |',
  ]);
});
