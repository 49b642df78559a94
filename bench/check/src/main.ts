/**
 * Measures `writ check` as users run it: whole processes, one after the other, on a file of about 300 lines. Only the first process runs without a compile cache. Node alone is the baseline.
 *
 *     npm run bench:check -- [RUNS]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, quantile } from '../../shared/statistics.ts';
import { configuration } from './configuration.ts';

const runs = Number(process.argv[2] ?? 30);
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

console.log(`Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown CPU'}, ${runs} runs each`);
console.log(`${good.split('\n').length - 1} lines, ${good.length} bytes\n`);
const baseline = median(measureRuns(runs, ['-e', '0']));
printRow('node alone', baseline, baseline);
for (const [name, text] of Object.entries(files)) {
  const file = join(folder, 'config.json');
  writeFileSync(file, text);
  // Creates a new cache, because results must not depend on earlier runs.
  const cache = mkdtempSync(join(folder, 'cache-'));
  const [first = 0] = measureRuns(1, [writ, 'check', file], cache);
  printRow(`writ check, ${name}: first`, first, baseline);
  const later = measureRuns(runs, [writ, 'check', file], cache);
  printRow(`writ check, ${name}: later`, median(later), baseline);
  printRow(`  slowest of ten`, quantile(later, 0.9), baseline);
}

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

function printRow(name: string, milliseconds: number, base: number): void {
  const ratio = (milliseconds / base).toFixed(1);
  console.log(`${name.padEnd(44)} ${milliseconds.toFixed(0).padStart(5)} ms  ${ratio.padStart(5)} × node`);
}
