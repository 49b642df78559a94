/**
 * `npm run bench:install -- [--set small|full|large] [--rounds 5] [--only writ,sequential] [--delay 20ms]
 * [--dead-mirror] [--checkout DIR]... [--folder DIR] [--write] [--json FILE]`: see ../README.md.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildMirror } from '@writ/mirror';
import { median } from '../../shared/statistics.ts';
import { compareSubjects, type Comparison } from './compare.ts';
import { describeMachine } from './machine.ts';
import { parseDelay, selectNetworks } from './network-options.ts';
import { medianParts, renderParts } from './parts.ts';
import { assertPrograms } from './programs.ts';
import { writeResults } from './results.ts';
import { installSets, type InstallSet } from './sets.ts';
import { checkoutSubject, procedures, writSubject, type Subject } from './subjects.ts';
import { tableHead, tableRows } from './table.ts';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport, renderTable } from '../../shared/report.ts';
import { installBuiltCommand } from './built-command.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'small' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: ['writ', ...procedures.map(({ name }) => name)].join(',') },
    checkout: { type: 'string', multiple: true, default: [] },
    delay: { type: 'string', default: '0' },
    'dead-mirror': { type: 'boolean', default: false },
    folder: { type: 'string', default: '/var/tmp' },
    write: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const set = selectSet(values.set);
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds must be an integer of at least 1');
const networks = selectNetworks(parseDelay(values.delay), values['dead-mirror']);
const names = values.only.split(',').filter(Boolean);
assertPrograms(names);

mkdirSync(values.folder, { recursive: true });
const folder = mkdtempSync(join(resolve(values.folder), 'writ-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const mirror = await buildMirror({ set: set.mirror, log: (line) => console.log(line) });
const subjects = [
  ...names.map(selectSubject),
  ...values.checkout.map((path) => checkoutSubject(resolve(path))),
];
const comparison = await compareSubjects({ set, mirror, subjects, networks, rounds, folder });
printComparison(comparison);

function selectSet(name: string): InstallSet {
  const found = installSets[name];
  if (found === undefined) throw new Error(`--set=${name}: write ${Object.keys(installSets).join(', ')}`);
  return found;
}

function selectSubject(name: string): Subject {
  if (name === 'writ') return writSubject('writ', installBuiltCommand(folder));
  const found = procedures.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`--only=${name}: write writ or ${procedures.map((one) => one.name).join(', ')}`);
  return found;
}

function printComparison({ series, parts, failures }: Comparison): void {
  for (const [subject, ofRounds] of parts) {
    const walls = series.find((one) => one.subject === subject)?.usages.map(({ wall }) => wall) ?? [];
    console.log(`\n${subject}: time by step, medians\n${renderParts(medianParts(ofRounds), median(walls))}`);
  }
  const table = {
    title: `Set ${values.set}`,
    columns: tableHead.map((title) => ({ title })),
    rows: tableRows(series, 'sequential'),
  };
  const method = `Set ${values.set}, ${rounds} interleaved rounds, ${describeMachine()}`;
  const conditions = readConditions([], import.meta.url);
  publishReport({ benchmark: 'install', method, conditions, tables: [table] }, values.json);
  for (const { subject, message } of failures) console.error(`\n${subject} failed: ${message}`);
  if (failures.length > 0) process.exitCode = 1;
  else if (values.write) writeResults(values.set, `${method}\n\n${renderTable(table)}`);
}
