/** `npm run bench [-- --only http,growth-log --out FILE]` and `npm run bench:quick`: see ../README.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildMirror, missingTools } from '@writ/mirror';
import { drawChart } from './draw-chart.ts';
import { PARTS } from './parts.ts';
import { PICTURES, renderResults } from './results.ts';
import { exitStatus, runParts } from './run-parts.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string' },
  },
});
const only = values.only?.split(',');
const unknown = only?.filter((name) => !PARTS.some((part) => part.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `--only must list some of ${PARTS.map(({ name }) => name).join(', ')}, not ${unknown.join(', ')}`,
  );
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const parts = PARTS.filter(({ name }) => only?.includes(name) ?? true);
// Installations need root. The first build of a mirror takes minutes, which are not part of the run's time.
if (process.getuid?.() === 0 && missingTools().length === 0) {
  for (const set of new Set(parts.flatMap(({ mirror }) => mirror ?? [])))
    await buildMirror({ set, log: (line) => console.log(line) });
}
const results = await runParts(parts, values.quick ? 'quick' : 'full');

// The results of only some of the parts do not replace the results page.
const page = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));
const out = values.out === undefined && only === undefined ? page : values.out;
if (out !== undefined) await writeResults(resolve(out));
process.exitCode = exitStatus(results);

async function writeResults(path: string): Promise<void> {
  const pictures = join(dirname(path), PICTURES);
  mkdirSync(pictures, { recursive: true });
  for (const { outcome } of results) {
    if (outcome.kind !== 'measured') continue;
    for (const chart of outcome.report.charts ?? []) {
      if (chart.picture === undefined) continue;
      writeFileSync(join(pictures, `${chart.picture}.svg`), `${await drawChart(chart)}\n`);
    }
  }
  writeFileSync(path, renderResults(values.quick ? 'npm run bench:quick' : 'npm run bench', results));
  console.log(`\nThe results are in ${path}.`);
}
