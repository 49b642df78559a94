/**
 * `npm run bench:http -- [--rounds 41] [--requests 2000] [--only raw,writ] [--case 0] [--checkout DIR]... [--counts]
 * [--json FILE]`:
 * see ../README.md.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport, type ReportTable } from '../../shared/report.ts';
import { median, medianRatio } from '../../shared/statistics.ts';
import { CASES, INVALID_REQUESTS, type Case } from './cases.ts';
import { countPerRequest } from './count.ts';
import { sendRequest, sendLoad } from './load.ts';
import { ownServer, checkoutServer, startServer, type ServerProcess } from './server-process.ts';

const SERVERS = ['raw', 'writ', 'writ-fast', 'fastify', 'hono', 'nest-fastify', 'nest-express'];
const CONNECTIONS = 32;
/** Number of requests to each server before a case is measured. */
const WARM_UP = 10_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '41' },
    requests: { type: 'string', default: '2000' },
    case: { type: 'string' },
    only: { type: 'string', default: SERVERS.join(',') },
    checkout: { type: 'string', multiple: true, default: [] },
    counts: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const entries = [...values.only.split(',').map(ownServer), ...values.checkout.map(checkoutServer)];
const cases = values.case === undefined ? CASES : [caseOfNumber(values.case)];

const PACKAGES = ['fastify', 'hono', '@hono/node-server', '@nestjs/core'];

const servers: ServerProcess[] = [];
if (values.counts) publish('Work per request', await countCases());
else {
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

async function compareServers(): Promise<void> {
  const pinned = pinProcess();
  const processor = pinned ? 1 : undefined;
  for (const entry of entries) servers.push(await startServer(entry, { processor }));
  for (const server of servers) await assertComparable(server);
  const tables: ReportTable[] = [];
  for (const each of cases) tables.push(caseTable(each, await measureCase(each)));
  const method =
    `${pinned ? 'Server on one processor, load on another' : 'Not pinned'}, ${CONNECTIONS} connections, ` +
    `medians of ${rounds} interleaved rounds of ${requests} requests`;
  publish(method, tables);
}

async function countCases(): Promise<ReportTable[]> {
  const tables: ReportTable[] = [];
  for (const each of cases) {
    const rows: (string | number)[][] = [];
    for (const entry of entries) {
      const { calls, bytes } = await countPerRequest(entry, each);
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

/**
 * Pins this process to a processor that the servers do not use. Returns false without `taskset` or a second processor.
 */
function pinProcess(): boolean {
  try {
    execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
    execFileSync('taskset', ['-cp', '0', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Checks the responses of a server. @throws Error if the server does less work than the others */
async function assertComparable({ name, port }: ServerProcess): Promise<void> {
  for (const { request, status, type, body } of CASES) {
    const got = await sendRequest(port, request);
    if (got.status !== status || got.type !== type || got.body !== body) {
      throw new Error(`${name} answers ${JSON.stringify(request)} with ${JSON.stringify(got)}`);
    }
  }
  for (const request of INVALID_REQUESTS) {
    const { status } = await sendRequest(port, request);
    if (status !== 400) throw new Error(`${name} answers ${JSON.stringify(request)} with ${status}`);
  }
}

/** Measurements of one server, by round. */
interface Figures {
  /** Microseconds of processor time per request. */
  readonly cpu: number[];
  readonly perSecond: number[];
}

async function measureCase({ request }: Case): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>(servers.map(({ name }) => [name, { cpu: [], perSecond: [] }]));
  for (const { port } of servers) await sendLoad(port, request, WARM_UP, CONNECTIONS);
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with a different server, so that the order does not favour any server.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const server = servers[(round + turn) % servers.length]!;
      const before = (await server.figures()).cpu;
      const start = performance.now();
      await sendLoad(server.port, request, requests, CONNECTIONS);
      const time = performance.now() - start;
      const { cpu, perSecond } = figures.get(server.name)!;
      cpu.push(((await server.figures()).cpu - before) / requests);
      perSecond.push((requests / time) * 1000);
    }
  }
  return figures;
}

function caseTable({ name }: Case, figures: ReadonlyMap<string, Figures>): ReportTable {
  const raw = figures.get('raw') ?? figures.values().next().value!;
  return {
    title: name,
    columns: [
      { title: 'Server' },
      { title: 'Processor, us/request', digits: 2 },
      { title: 'Of raw', digits: 2 },
      { title: 'Requests/s' },
      { title: 'Of raw', digits: 2 },
    ],
    rows: [...figures].map(([server, { cpu, perSecond }]) => [
      server,
      median(cpu),
      medianRatio(raw.cpu, cpu),
      median(perSecond),
      medianRatio(perSecond, raw.perSecond),
    ]),
  };
}
