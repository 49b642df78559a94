import { expect, it } from 'vitest';
import { readConditions } from '../../shared/conditions.ts';
import { growthTable } from '../../shared/growth-table.ts';
import { pointOf } from '../../shared/growth.ts';
import { renderResults } from './results.ts';

it('the results contain the tables and pictures of each part, and the parts without results', () => {
  const charts = [
    {
      picture: 'look-up',
      title: 'Look-up',
      x: 'routes',
      y: 'us',
      order: 0 as const,
      series: [{ name: 'writ', points: [pointOf(10, [1]), pointOf(20, [2])] }],
    },
  ];
  const report = {
    benchmark: 'growth-routes',
    method: 'Medians of 3 rounds',
    conditions: readConditions([], import.meta.url),
    tables: charts.map(growthTable),
    charts,
  };
  const page = renderResults('npm run bench', [
    {
      part: { title: 'Routes' },
      outcome: { kind: 'measured', report, seconds: 12.3, load: 0.5, isBusy: false },
    },
    { part: { title: 'Log' }, outcome: { kind: 'measured', report, seconds: 1, load: 9, isBusy: true } },
    { part: { title: 'Page' }, outcome: { kind: 'skipped', reason: 'it needs Chromium' } },
    { part: { title: 'Servers' }, outcome: { kind: 'failed', reason: 'it ended with status 1' } },
  ]);
  expect(page).toContain('Written by `npm run bench`.');
  expect(page).toContain('Medians of 3 rounds.\n\nNode ');
  expect(page).toContain('; load average 0.5 at the start, 12 s.');
  expect(page.match(/\*\*Other processes used the processors\*\*/g)).toHaveLength(1);
  expect(page).toContain('### Look-up: us\n\n![Look-up: us](results/look-up.svg)\n\n| Routes: | 10 ');
  expect(page).toContain('## Page\n\nNot measured: it needs Chromium.');
  expect(page).toContain('## Servers\n\n**Failed**: it ended with status 1.');
});
