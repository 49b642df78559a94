import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../bench/shared/report.ts';
import { renderTable } from '../../bench/shared/report.ts';
import { drawChart } from '../../bench/all/src/draw-chart.ts';
import { PARTS } from '../../bench/all/src/parts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'writ-bench-smoke-'));
afterAll(() => rmSync(folder, { recursive: true }));

const runnable = PARTS.flatMap((part) => (part.smoke === undefined ? [] : [{ ...part, smoke: part.smoke }]));

test.each(runnable)(
  'the benchmark $name starts and writes a report',
  async ({ name, script, flags, smoke }) => {
    const file = join(folder, `${name}.json`);
    const args = [...(flags ?? []), join(root, script), ...smoke, '--json', file];
    execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe', timeout: 200_000 });
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    expect(report.tables.length).toBeGreaterThan(0);
    for (const table of report.tables) expect(renderTable(table).split('\n').length).toBeGreaterThan(2);
    for (const chart of report.charts ?? []) expect(await drawChart(chart)).toContain('<svg');
  },
);

test('the other benchmarks reject an unknown option', () => {
  for (const { script, flags = [] } of PARTS.filter(({ smoke }) => smoke === undefined)) {
    const { status, stderr } = spawnSync(process.execPath, [...flags, join(root, script), '--no-option'], {
      encoding: 'utf8',
      timeout: 200_000,
    });
    expect([script, status, stderr]).toEqual([script, 1, expect.stringContaining("'--no-option'")]);
  }
});
