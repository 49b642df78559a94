/**
 * `npm run bench:http -- [--rounds 41] [--requests 2000] [--only raw,writ] [--case 0] [--checkout DIR]... [--counts]`:
 * see ../README.md.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
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
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const entries = [...values.only.split(',').map(ownServer), ...values.checkout.map(checkoutServer)];
const cases = values.case === undefined ? CASES : [caseOfNumber(values.case)];

const servers: ServerProcess[] = [];
if (values.counts) await printCounts();
else {
  try {
    await compareServers();
  } finally {
    for (const server of servers) server.stop();
  }
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
  console.log(
    `Node ${process.version}, ${pinned ? 'server on one processor, load on another' : 'not pinned'}, ` +
      `${CONNECTIONS} connections, medians of ${rounds} interleaved rounds of ${requests} requests\n`,
  );
  for (const each of cases) printCase(each, await measureCase(each));
}

async function printCounts(): Promise<void> {
  for (const each of cases) {
    console.log(each.name);
    console.log('  server         calls/request   bytes/request');
    for (const entry of entries) {
      const { calls, bytes } = await countPerRequest(entry, each);
      console.log(
        `  ${entry.name.padEnd(14)} ${calls.toFixed(1).padStart(13)} ${bytes.toFixed(0).padStart(15)}`,
      );
    }
    console.log();
  }
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

function ratio(numerators: readonly number[], denominators: readonly number[]): string {
  return medianRatio(numerators, denominators).toFixed(2);
}

function printCase({ name }: Case, figures: ReadonlyMap<string, Figures>): void {
  const raw = figures.get('raw') ?? figures.values().next().value!;
  console.log(name);
  console.log('  server         us CPU/request   of raw     requests/s   of raw');
  for (const [server, { cpu, perSecond }] of figures) {
    console.log(
      `  ${server.padEnd(14)} ${median(cpu).toFixed(2).padStart(14)}   ${ratio(raw.cpu, cpu).padStart(6)}` +
        ` ${median(perSecond).toFixed(0).padStart(14)}   ${ratio(perSecond, raw.perSecond).padStart(6)}`,
    );
  }
  console.log();
}
