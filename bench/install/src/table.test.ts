import { expect, it } from 'vitest';
import type { Usage } from './accounts.ts';
import { tableHead, tableRows, type Series } from './table.ts';

const usage = (wall: number): Usage => ({
  wall,
  cpu: wall / 2,
  memory: 2e6,
  read: 3e6,
  written: 4e6,
  stored: 5e6,
});
const series = (
  subject: string,
  network: string,
  walls: readonly number[],
  lacks: string[] = [],
): Series => ({
  subject,
  network,
  usages: walls.map(usage),
  content: '9, 100',
  lacks,
});

it('the table compares each subject with the base over the same network, and with its own result over the first network', () => {
  const rows = tableRows(
    [
      series('writ', 'local', [1, 2, 3]),
      series('sequential', 'local', [2, 4, 6]),
      series('writ', 'delayed', [2, 4, 6], ['user', 'locale']),
      series('sequential', 'delayed', [2, 4, 6]),
    ],
    'sequential',
  );
  expect(rows.map((row) => row.slice(0, 5))).toEqual([
    ['writ', 'local', '2.0 (1.5 to 2.5)', '0.50', ''],
    ['sequential', 'local', '4.0 (3.0 to 5.0)', '1.00', ''],
    ['writ', 'delayed', '4.0 (3.0 to 5.0)', '1.00', '2.00'],
    ['sequential', 'delayed', '4.0 (3.0 to 5.0)', '1.00', '1.00'],
  ]);
  expect(rows.map((row) => row.at(-1))).toEqual(['nothing', 'nothing', 'user, locale', 'nothing']);
  for (const row of rows) expect(row).toHaveLength(tableHead.length);
});

it('the table contains no ratios if the base was not measured', () => {
  const [row] = tableRows([series('floor', 'local', [1])], 'sequential');
  expect([row?.[3], row?.[6]]).toEqual(['', '']);
});

it('the table reports unmeasured memory as unknown', () => {
  const measured = { ...series('floor', 'local', []), usages: [{ ...usage(1), memory: undefined }] };
  expect(tableRows([measured], 'sequential')[0]?.[7]).toBe('unknown');
});
