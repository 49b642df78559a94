/**
 * Compares routers that contain many routes:
 *
 *     npm run bench:routes -- [--routes 10000] [--rounds 7] [--only writ,hono] [--json FILE]
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport } from '../../shared/report.ts';
import { roundsInTime } from '../../shared/rounds.ts';
import { median } from '../../shared/statistics.ts';
import type { Figures } from './measure.ts';

const ROUTERS = ['writ', 'annotations', 'floor', 'hono', 'h3', 'fastify'];
/** Number of routes in the comparison measurement. */
const FEW = 100;
const SCRIPT = fileURLToPath(new URL('measure.ts', import.meta.url));

const { values } = parseArgs({
  options: {
    routes: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: ROUTERS.join(',') },
    json: { type: 'string' },
  },
});
const many = positiveInteger('routes', values.routes);
const rounds = positiveInteger('rounds', values.rounds);
const routers = values.only.split(',');
for (const router of routers) {
  if (!ROUTERS.includes(router)) fail(`--only must list some of ${ROUTERS.join(', ')}, not ${router}`);
}

const results = new Map(routers.map((router) => [router, { few: [] as Figures[], many: [] as Figures[] }]));
for (const round of roundsInTime(rounds)) {
  for (let index = 0; index < routers.length; index += 1) {
    // Each round begins with a different router.
    const router = routers[(index + round) % routers.length]!;
    results.get(router)!.few.push(measure(router, FEW));
    results.get(router)!.many.push(measure(router, many));
  }
}

publishReport(
  {
    benchmark: 'routes',
    method: `${many} routes, medians of at most ${rounds} interleaved rounds`,
    conditions: readConditions(['hono', 'h3', 'fastify'], import.meta.url),
    tables: [
      {
        title: `${many} routes`,
        columns: [
          { title: 'Router' },
          { title: 'Registration, us of processor time/route', digits: 2 },
          { title: 'Memory, bytes/route' },
          { title: 'Processor, us/request', digits: 2 },
          { title: `The same with ${FEW} routes`, digits: 2 },
        ],
        rows: [...results].map(([router, { few, many: figures }]) => [
          router,
          medianFigure(figures, 'register'),
          medianFigure(figures, 'memory'),
          medianFigure(figures, 'request'),
          medianFigure(few, 'request'),
        ]),
      },
    ],
  },
  values.json,
);

function measure(router: string, routes: number): Figures {
  const args = ['--expose-gc', '--import', '@writ/annotations/register', SCRIPT, router, String(routes)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })) as Figures;
}

function medianFigure(figures: readonly Figures[], name: keyof Figures): number | null {
  const known = figures.map((figure) => figure[name]).filter((value) => value !== undefined);
  return known.length === 0 ? null : median(known);
}

function positiveInteger(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) fail(`--${name} must be a positive integer, not ${text}`);
  return number;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
