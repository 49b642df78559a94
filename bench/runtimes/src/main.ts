/**
 * `npm run bench:runtimes -- [--rounds 41] [--requests 2000] [--runtime bun,deno] [--only raw,writ] [--case 0]
 * [--json FILE]`: see ../README.md.
 */
import { parseArgs } from 'node:util';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport, type ReportTable } from '../../shared/report.ts';
import { roundsInTime } from '../../shared/rounds.ts';
import { median, medianRatio } from '../../shared/statistics.ts';
import { CASES, type Case } from '../../http/src/cases.ts';
import { assertAnswers, assertComparable, pinProcess } from '../../http/src/comparison.ts';
import { Load } from '../../http/src/load.ts';
import { startServer, type RuntimeName, type ServerProcess } from './server-process.ts';

const SERVERS: Readonly<Record<RuntimeName, readonly string[]>> = {
  bun: ['constant', 'raw', 'strict', 'writ', 'elysia', 'elysia-interpreted', 'hono', 'hono-strict'],
  deno: ['constant', 'raw', 'strict', 'writ', 'hono', 'hono-strict'],
};
/** The server of each runtime with which the others are compared. */
const REFERENCES: Readonly<Record<RuntimeName, string>> = { bun: 'elysia', deno: 'hono' };
const CONNECTIONS = 32;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '41' },
    requests: { type: 'string', default: '2000' },
    // The JIT compilers of both runtimes finish only after this many requests.
    'warm-up': { type: 'string', default: '60000' },
    runtime: { type: 'string', default: 'bun,deno' },
    only: { type: 'string' },
    case: { type: 'string' },
    json: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const warmUp = Number(values['warm-up']);
const only = values.only?.split(',');

const pinned = pinProcess();
const tables: ReportTable[] = [];
const numbers = values.case === undefined ? [...CASES.keys()] : [Number(values.case)];
const comparisons = (values.runtime.split(',') as RuntimeName[]).flatMap((runtime) =>
  numbers.map((number) => ({ runtime, number })),
);
for (const [index, { runtime, number }] of comparisons.entries())
  tables.push(await compareServers(runtime, number, comparisons.length - index));
const place = pinned ? 'Server on one processor, load on another' : 'Not pinned';
publishReport(
  {
    benchmark: 'runtimes',
    method: `${place}, ${CONNECTIONS} connections, medians of at most ${rounds} interleaved rounds of ${requests} requests`,
    conditions: readConditions(['bun', 'deno', 'elysia', 'hono'], import.meta.url),
    tables,
  },
  values.json,
);

/** `remaining`: the number of comparisons that remain, including this one. */
async function compareServers(
  runtime: RuntimeName,
  caseNumber: number,
  remaining: number,
): Promise<ReportTable> {
  const { name, request }: Case = CASES[caseNumber]!;
  const names = SERVERS[runtime].filter((each) => only === undefined || only.includes(each));
  const servers: ServerProcess[] = [];
  try {
    for (const each of names) servers.push(await startServer(runtime, each, caseNumber, pinned));
    for (const server of servers) {
      if (server.name === 'constant') await assertAnswers(server, CASES[caseNumber]!);
      else await assertComparable(server);
    }
    return caseTable(`${runtime}, ${name}`, REFERENCES[runtime], await measure(servers, request, remaining));
  } finally {
    for (const server of servers) server.stop();
  }
}

/** Measurements of one server, by round. */
interface Figures {
  /** Microseconds of processor time per request. */
  readonly user: number[];
  readonly system: number[];
  readonly cpu: number[];
  readonly perSecond: number[];
}

async function measure(
  servers: readonly ServerProcess[],
  request: string,
  remaining: number,
): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>(
    servers.map(({ name }) => [name, { user: [], system: [], cpu: [], perSecond: [] }]),
  );
  const loads = new Map(servers.map((server) => [server, new Load(server.port, CONNECTIONS)]));
  for (const load of loads.values()) {
    await load.open();
    await load.send([request], warmUp);
  }
  for (const round of roundsInTime(rounds, remaining)) {
    // Each round starts with a different server, so that the order does not favour any server.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const server = servers[(round + turn) % servers.length]!;
      const load = loads.get(server)!;
      await load.open();
      const before = await server.processorTime();
      const start = performance.now();
      await load.send([request], requests);
      const time = performance.now() - start;
      const after = await server.processorTime();
      const { user, system, cpu, perSecond } = figures.get(server.name)!;
      user.push((after.user - before.user) / requests);
      system.push((after.system - before.system) / requests);
      cpu.push(user.at(-1)! + system.at(-1)!);
      perSecond.push((requests / time) * 1000);
    }
  }
  for (const load of loads.values()) load.close();
  return figures;
}

function caseTable(title: string, referenceName: string, figures: ReadonlyMap<string, Figures>): ReportTable {
  const reference = figures.get(referenceName);
  const constant = figures.get('constant');
  return {
    title,
    columns: [
      { title: 'Server' },
      { title: 'Processor, us/request', digits: 2 },
      { title: 'User', digits: 2 },
      { title: 'System', digits: 2 },
      { title: 'Above constant', digits: 2 },
      { title: `Ratio to ${referenceName}`, digits: 2 },
      { title: 'Requests/s' },
    ],
    rows: [...figures].map(([server, { user, system, cpu, perSecond }]) => [
      server,
      median(cpu),
      median(user),
      median(system),
      constant === undefined || cpu === constant.cpu
        ? null
        : median(cpu.map((each, round) => each - constant.cpu[round]!)),
      reference === undefined ? null : medianRatio(reference.cpu, cpu),
      median(perSecond),
    ]),
  };
}
