/**
 * `npm run bench:http -- [--rounds 15] [--requests 20000] [--only raw,writ] [--case 0] [--checkout DIR]... [--counts]
 * [--rate 10000 [--seconds 3]] [--workers 1,2] [--idle MINUTES] [--headers varying] [--json FILE]`: see ../README.md.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport, type ReportTable } from '../../shared/report.ts';
import { roundsInTime } from '../../shared/rounds.ts';
import { median, medianRatio, quantile } from '../../shared/statistics.ts';
import { CASES, type Case } from './cases.ts';
import { assertComparable, pinProcess } from './comparison.ts';
import { countPerRequest } from './count.ts';
import { addHeaders, HEADER_SETS, type HeaderSet } from './header-sets.ts';
import { idleTable } from './idle.ts';
import { latencyTable } from './latency.ts';
import { Load, WARM_UP } from './load.ts';
import { ownServer, checkoutServer, startServer, type ServerProcess } from './server-process.ts';
import { workersTables } from './workers.ts';

const SERVERS = ['constant', 'raw', 'writ', 'writ-fast', 'fastify', 'hono', 'nest-fastify', 'nest-express'];
const CONNECTIONS = 32;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    requests: { type: 'string', default: '20000' },
    case: { type: 'string' },
    only: { type: 'string', default: SERVERS.join(',') },
    checkout: { type: 'string', multiple: true, default: [] },
    counts: { type: 'boolean', default: false },
    rate: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    workers: { type: 'string' },
    idle: { type: 'string' },
    headers: { type: 'string', default: 'minimal' },
    json: { type: 'string' },
  },
});
const headers = headerSetOf(values.headers);
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const entries = [...values.only.split(',').map(ownServer), ...values.checkout.map(checkoutServer)];
const cases = values.case === undefined ? CASES : [caseOfNumber(values.case)];

const PACKAGES = ['fastify', 'hono', '@hono/node-server', '@nestjs/core'];

const servers: ServerProcess[] = [];
if (values.counts) publish('Work per request', await countCases());
else if (values.workers !== undefined) {
  const counts = values.workers.split(',').map(Number);
  const settings = { counts, rounds, requests, connections: CONNECTIONS };
  publish(
    `Workers and load share ${availableParallelism()} processors, ${CONNECTIONS} connections, medians of ${rounds} ` +
      `interleaved rounds of ${requests} requests`,
    await workersTables(entries, cases, settings),
  );
} else if (values.idle !== undefined) {
  const minutes = Number(values.idle);
  publish(`${WARM_UP} requests for each case, then ${minutes} idle minutes`, [
    await idleTable(entries, cases, minutes),
  ]);
} else {
  try {
    await compareServers();
  } finally {
    for (const server of servers) server.stop();
  }
}

function publish(method: string, tables: readonly ReportTable[]): void {
  const conditions = readConditions(PACKAGES, import.meta.url);
  publishReport({ benchmark: 'http', method, conditions, tables }, values.json);
}

/** Returns the case for `--case`, which counts from 0. */
function caseOfNumber(number: string): Case {
  const found = CASES[Number(number)];
  if (found === undefined) throw new RangeError(`--case must be 0 to ${CASES.length - 1}, not ${number}`);
  return found;
}

/** Returns the set of headers for `--headers`. */
function headerSetOf(name: string): HeaderSet {
  const found = HEADER_SETS.find((each) => each === name);
  if (found === undefined) throw new RangeError(`--headers must be ${HEADER_SETS.join(', ')}, not ${name}`);
  return found;
}

async function compareServers(): Promise<void> {
  const pinned = pinProcess();
  const processor = pinned ? 1 : undefined;
  for (const entry of entries) servers.push(await startServer(entry, { processor }));
  for (const server of servers) await assertComparable(server);
  const tables: ReportTable[] = [];
  const place = pinned ? 'Server on one processor, load on another' : 'Not pinned';
  if (values.rate !== undefined) {
    for (const each of cases) {
      const rate = Number(values.rate);
      const seconds = Number(values.seconds);
      tables.push(await latencyTable(each, servers, { rate, seconds, connections: CONNECTIONS, rounds }));
    }
    publish(
      `${place}, ${CONNECTIONS} connections, ${values.rate} requests per second for ${values.seconds} s, ` +
        `medians of ${rounds} interleaved rounds; latencies in milliseconds count from the time at which requests were due`,
      tables,
    );
    return;
  }
  for (const [index, each] of cases.entries())
    tables.push(caseTable(each, await measureCase(each, cases.length - index)));
  const method =
    `${place}, ${CONNECTIONS} connections, ${headers} headers, ` +
    `medians of at most ${rounds} interleaved rounds of ${requests} requests, with the quartiles of the processor time`;
  publish(method, tables);
}

async function countCases(): Promise<ReportTable[]> {
  const tables: ReportTable[] = [];
  for (const each of cases) {
    const rows: (string | number)[][] = [];
    for (const entry of entries) {
      const { calls, bytes } = await countPerRequest(entry, addHeaders(each.request, headers));
      rows.push([entry.name, calls, bytes]);
    }
    const columns = [
      { title: 'Server' },
      { title: 'Function calls', digits: 1 },
      { title: 'Bytes allocated' },
    ];
    tables.push({ title: each.name, columns, rows });
  }
  return tables;
}

/** Measurements of one server, by round. Processor times are microseconds per request. */
interface Measurements {
  readonly user: number[];
  readonly system: number[];
  readonly total: number[];
  readonly perSecond: number[];
}

/** `remaining`: the number of cases that remain to be measured, including this one. */
async function measureCase({ request }: Case, remaining: number): Promise<Map<string, Measurements>> {
  const measured = new Map<string, Measurements>(
    servers.map(({ name }) => [name, { user: [], system: [], total: [], perSecond: [] }]),
  );
  const sent = addHeaders(request, headers);
  const loads = servers.map(({ port }) => new Load(port, CONNECTIONS));
  for (const load of loads) {
    await load.open();
    await load.send(sent, WARM_UP);
  }
  for (const round of roundsInTime(rounds, remaining)) {
    // Each round starts with a different server, so that the order does not favour any server.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const index = (round + turn) % servers.length;
      await measureRound(servers[index]!, loads[index]!, sent, measured);
    }
  }
  for (const load of loads) load.close();
  return measured;
}

async function measureRound(
  server: ServerProcess,
  load: Load,
  sent: readonly string[],
  measured: ReadonlyMap<string, Measurements>,
): Promise<void> {
  await load.open();
  const before = await server.figures();
  const start = performance.now();
  await load.send(sent, requests);
  const time = performance.now() - start;
  const after = await server.figures();
  const { user, system, total, perSecond } = measured.get(server.name)!;
  user.push((after.user - before.user) / requests);
  system.push((after.system - before.system) / requests);
  total.push((after.cpu - before.cpu) / requests);
  perSecond.push((requests / time) * 1000);
}

function caseTable({ name }: Case, measured: ReadonlyMap<string, Measurements>): ReportTable {
  const raw = measured.get('raw') ?? measured.values().next().value!;
  const constant = measured.get('constant');
  const aboveConstant = (total: readonly number[]): readonly number[] =>
    total.map((time, round) => time - constant!.total[round]!);
  return {
    title: name,
    columns: [
      { title: 'Server' },
      { title: 'Processor, us/request', digits: 2 },
      { title: 'Quartiles' },
      { title: 'User', digits: 2 },
      { title: 'System', digits: 2 },
      { title: 'Ratio to raw', digits: 2 },
      { title: 'Above constant', digits: 2 },
      { title: 'Ratio to raw above constant', digits: 2 },
      { title: 'Requests/s' },
      { title: 'Ratio to raw', digits: 2 },
    ],
    rows: [...measured].map(([server, { user, system, total, perSecond }]) => [
      server,
      median(total),
      `${quantile(total, 0.25).toFixed(2)} to ${quantile(total, 0.75).toFixed(2)}`,
      median(user),
      median(system),
      medianRatio(raw.total, total),
      ...(constant === undefined || total === constant.total
        ? [null, null]
        : [median(aboveConstant(total)), median(aboveConstant(raw.total)) / median(aboveConstant(total))]),
      median(perSecond),
      medianRatio(perSecond, raw.perSecond),
    ]),
  };
}
