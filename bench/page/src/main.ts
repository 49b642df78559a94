/**
 * Measures, in Debian's Chromium and with the services in a separate process: how long a mistake in 450 lines takes
 * to become a finding on the page, how long the page takes to replay the output of a finished installation, and how
 * long the service's event loop is occupied by each kind of work.
 *
 *     npm run bench:page -- [LINES [RUNS]] [--json FILE]
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport, type Cell } from '../../shared/report.ts';
import { median } from '../../shared/statistics.ts';
import { longConfiguration } from './configuration.ts';
import { measureFirstFinding } from './first-finding.ts';
import { measureReplay } from './replay.ts';
import { measureLoad, type LoadRow } from './service-load.ts';
import { startServices } from './service-process.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' } },
});
const lines = count(positionals[0] ?? '20000', 'LINES');
const runs = count(positionals[1] ?? '5', 'RUNS');
/** Lines of the configuration in which the mistake is typed. */
const CONFIGURATION_LINES = 450;

const services = await startServices(lines);
// The sandbox is disabled, because it does not work as root.
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const load: LoadRow[] = [];
  const configuration = longConfiguration(CONFIGURATION_LINES);
  await services.occupation();
  const findings = await measureFirstFinding(
    browser,
    await services.address('output'),
    configuration,
    2 * runs,
  );
  load.push(['typing in 450 lines, with check and plan', await services.occupation()]);
  const id = await services.writeOutput('bench.img');
  load.push([`an installation that writes ${lines} lines`, await services.occupation()]);
  const replays: Cell[][] = [];
  for (let run = 1; run <= runs; run += 1) {
    const { all, longest } = await measureReplay(browser, await services.address('output'), id, lines);
    replays.push([run, all, longest]);
  }
  load.push([`replay of ${lines} lines`, await services.occupation()]);
  load.push(...(await measureLoad(services, configuration)));
  publishReport(
    {
      benchmark: 'page',
      method: `Chromium ${browser.version()}, a configuration of ${CONFIGURATION_LINES} lines, ${lines} lines of output`,
      conditions: readConditions([], import.meta.url),
      tables: [
        {
          title: 'From the keystroke to the first finding',
          columns: [{ title: 'Runs' }, { title: 'Median, ms' }, { title: 'Longest, ms' }],
          rows: [[findings.length, median(findings), Math.max(...findings)]],
        },
        {
          title: 'Replay of the output',
          columns: [{ title: 'Run' }, { title: 'Time, ms' }, { title: 'Longest task, ms' }],
          rows: replays,
        },
        {
          title: 'Longest occupation of the service’s event loop',
          columns: [{ title: 'Work' }, { title: 'Elapsed, ms' }, { title: 'Processor, ms' }],
          rows: load.map(([work, { elapsed, processor }]) => [work, elapsed, processor]),
        },
      ],
    },
    values.json,
  );
} finally {
  await browser.close();
  await services.close();
}

function count(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`${name} must be an integer of at least 1`);
  return number;
}
