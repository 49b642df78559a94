import { expect, it } from 'vitest';
import { describeConditions, renderTable } from './report.ts';
import { readConditions } from './conditions.ts';

it('renderTable rounds numbers to the digits of their column', () => {
  const table = {
    title: 'Servers',
    columns: [{ title: 'Server' }, { title: 'Ratio to raw', digits: 2 }, { title: 'Requests' }],
    rows: [
      ['writ', 0.987, 1234.5],
      ['none', null, 1],
    ],
  };
  expect(renderTable(table)).toBe(
    [
      '| Server | Ratio to raw | Requests |',
      '| ------ | ------------ | -------- |',
      '| writ   | 0.99         | 1235     |',
      '| none   | -            | 1        |',
    ].join('\n'),
  );
});

it('the conditions name the versions of Node, the kernel and the compared packages', () => {
  const conditions = readConditions(['vitest'], import.meta.url);
  expect(conditions.packages).toEqual({ vitest: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const text = describeConditions(conditions);
  expect(text).toContain(`Node ${process.versions.node}, vitest `);
  expect(text).toMatch(/, load average \d+\.\d, \d+\.\d, \d+\.\d, \d{4}-\d\d-\d\d$/);
});
