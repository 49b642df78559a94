/**
 * Compares routers that contain many routes:
 *
 *     npm run bench:routes -- [--routes 10000] [--rounds 7] [--only writ,hono]
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Figures } from './measure.ts';

const ROUTERS = ['writ', 'annotations', 'hono', 'h3', 'fastify'];
/** Number of routes in the comparison measurement. */
const FEW = 100;
const SCRIPT = fileURLToPath(new URL('measure.ts', import.meta.url));

const { values } = parseArgs({
  options: {
    routes: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: ROUTERS.join(',') },
  },
});
const many = positiveInteger('routes', values.routes);
const rounds = positiveInteger('rounds', values.rounds);
const routers = values.only.split(',');
for (const router of routers) {
  if (!ROUTERS.includes(router)) fail(`--only must list some of ${ROUTERS.join(', ')}, not ${router}`);
}

const results = new Map(routers.map((router) => [router, { few: [] as Figures[], many: [] as Figures[] }]));
for (let round = 0; round < rounds; round += 1) {
  for (let index = 0; index < routers.length; index += 1) {
    // Each round begins with a different router.
    const router = routers[(index + round) % routers.length]!;
    results.get(router)!.few.push(measure(router, FEW));
    results.get(router)!.many.push(measure(router, many));
  }
}

console.log(`Node ${process.version}, ${many} routes, medians of ${rounds} interleaved rounds\n`);
console.log('  router        us CPU to register   bytes kept   us CPU per request   with 100 routes');
for (const [router, { few, many: figures }] of results) {
  const columns = [
    cell(figures, 'register', 20),
    cell(figures, 'memory', 13),
    cell(figures, 'request', 21),
    cell(few, 'request', 18),
  ];
  console.log(`  ${router.padEnd(12)}${columns.join('')}`);
}

function measure(router: string, routes: number): Figures {
  const args = ['--expose-gc', '--import', '@writ/annotations/register', SCRIPT, router, String(routes)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })) as Figures;
}

function cell(figures: readonly Figures[], name: keyof Figures, width: number): string {
  const known = figures.map((figure) => figure[name]).filter((value) => value !== undefined);
  const median = known.toSorted((a, b) => a - b)[Math.floor(known.length / 2)];
  const text = median === undefined ? '-' : median.toFixed(name === 'memory' ? 0 : 2);
  return text.padStart(width);
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
