/**
 * Measures `writ check` as users run it: whole processes, one after the other, on a file of about 300 lines. For each
 * file, the first process fills an empty compile cache for the others. Node alone is the baseline.
 *
 *     npm run bench:check -- [RUNS] [--json FILE]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport } from '../../shared/report.ts';
import { median, quantile } from '../../shared/statistics.ts';
import { configuration } from './configuration.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' } },
});
const runs = Number(positionals[0] ?? 30);
if (!Number.isSafeInteger(runs) || runs < 3) throw new Error('RUNS must be an integer of at least 3');
const writ = fileURLToPath(new URL('../../../packages/cli/bin/writ.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'writ-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const good = configuration();
const files = {
  'without findings': good,
  'with findings': good
    .replace('"systemd-bootctl"', '"Grub"')
    .replace('"Europe/Berlin"', '"Europe/Berln"')
    .replace('"package-100",', '"package-100"'),
};

const rows: (string | number)[][] = [];
const baseline = median(measureRuns(runs, ['-e', '0']));
addRow('Node alone', baseline);
for (const [name, text] of Object.entries(files)) {
  const file = join(folder, 'config.json');
  writeFileSync(file, text);
  // Creates a new cache, because results must not depend on earlier runs.
  const cache = mkdtempSync(join(folder, 'cache-'));
  const [first = 0] = measureRuns(1, [writ, 'check', file], cache);
  addRow(`writ check, ${name}: first`, first);
  const later = measureRuns(runs, [writ, 'check', file], cache);
  addRow(`writ check, ${name}: later`, median(later));
  addRow(`writ check, ${name}: later, 90th percentile`, quantile(later, 0.9));
}
publishReport(
  {
    benchmark: 'check',
    method: `A file of ${good.split('\n').length - 1} lines and ${good.length} bytes, medians of ${runs} runs`,
    conditions: readConditions([], import.meta.url),
    tables: [
      {
        title: 'writ check',
        columns: [{ title: 'Process' }, { title: 'Time, ms' }, { title: 'Ratio to Node alone', digits: 1 }],
        rows,
      },
    ],
  },
  values.json,
);

/** Measures the duration of each run, in milliseconds. */
function measureRuns(count: number, argv: readonly string[], cache = join(folder, 'none')): number[] {
  return Array.from({ length: count }, () => {
    const start = process.hrtime.bigint();
    const { error, status } = spawnSync(process.execPath, [...argv], {
      stdio: 'ignore',
      timeout: 60_000,
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    });
    const end = process.hrtime.bigint();
    if (error !== undefined) throw error;
    if (status !== 0 && status !== 1) throw new Error(`${argv.join(' ')} ended with status ${status}`);
    return Number(end - start) / 1e6;
  });
}

function addRow(name: string, milliseconds: number): void {
  rows.push([name, milliseconds, milliseconds / baseline]);
}
