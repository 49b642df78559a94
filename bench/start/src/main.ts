/** `npm run bench:start -- [--rounds 15] [--only writ,hono] [--project DIR] [--json FILE]`: see ../README.md. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport } from '../../shared/report.ts';
import { roundsInTime } from '../../shared/rounds.ts';
import { median, medianRatio } from '../../shared/statistics.ts';
import { CONTROLLERS } from './controllers.ts';
import { measureStart, type Figures } from './measure.ts';
import { createProject } from './project.ts';

const SERVERS = ['raw', 'writ', 'annotations', 'hono', 'fastify'];
const OF_CONTROLLERS = ['imports', 'controllers'];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    only: { type: 'string', default: [...SERVERS, ...OF_CONTROLLERS].join(',') },
    project: { type: 'string' },
    json: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const applications = values.only.split(',');
const folder = resolve(values.project ?? mkdtempSync(join(tmpdir(), 'writ-start-')));
try {
  if (!existsSync(join(folder, 'controllers.gen.js'))) createProject(folder);
  await compare();
} finally {
  if (values.project === undefined) rmSync(folder, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const results = new Map<string, Figures[]>(applications.map((name) => [name, []]));
  for (const round of roundsInTime(rounds)) {
    for (let turn = 0; turn < applications.length; turn += 1) {
      // Each round starts with a different application.
      const name = applications[(round + turn) % applications.length]!;
      results.get(name)!.push(await measure(name));
    }
  }
  const groups = [
    { title: 'One route', base: 'hono', names: SERVERS },
    { title: `${CONTROLLERS} files with controllers`, base: 'imports', names: OF_CONTROLLERS },
  ];
  publishReport(
    {
      benchmark: 'start',
      method: `From the start of the process to the first response, medians of at most ${rounds} interleaved rounds`,
      conditions: readConditions(
        ['hono', 'fastify'],
        new URL('../../http/src/main.ts', import.meta.url).href,
      ),
      tables: groups.map(({ title, base, names }) => ({
        title,
        columns: [
          { title: 'Application' },
          { title: 'Processor time, ms', digits: 1 },
          { title: `Ratio to ${base}`, digits: 2 },
          { title: 'Memory, MB', digits: 1 },
        ],
        rows: names.flatMap((name) => rowOf(name, results.get(name), results.get(base))),
      })),
    },
    values.json,
  );
}

function measure(name: string): Promise<Figures> {
  return OF_CONTROLLERS.includes(name)
    ? measureStart(`${name}.js`, folder, '/c0/7', '{"id":7,"page":1}')
    : measureStart(`${name}.js`, folder, '/items/7', '{"id":7}');
}

function rowOf(
  name: string,
  figures: readonly Figures[] | undefined,
  base: readonly Figures[] | undefined,
): [string, number, number | null, number][] {
  if (figures === undefined) return [];
  const times = figures.map(({ cpu }) => cpu);
  const ratio =
    base === undefined
      ? null
      : medianRatio(
          times,
          base.map(({ cpu }) => cpu),
        );
  return [[name, median(times), ratio, median(figures.map(({ memory }) => memory))]];
}
