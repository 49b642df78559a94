/**
 * `npm run bench:runtimes -- [--rounds 41] [--requests 2000] [--runtime bun,deno] [--only raw,writ] [--case 0]`: see
 * ../README.md.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { CASES, INVALID_REQUESTS, type Case } from '../../http/src/cases.ts';
import { sendLoad, sendRequest } from '../../http/src/load.ts';
import { median, medianRatio } from '../../shared/statistics.ts';
import { startServer, type RuntimeName, type ServerProcess } from './server-process.ts';

const SERVERS: Readonly<Record<RuntimeName, readonly string[]>> = {
  bun: ['constant', 'raw', 'writ', 'elysia', 'hono'],
  deno: ['constant', 'raw', 'writ', 'hono'],
};
const CONNECTIONS = 32;
/** Number of requests to each server before a case is measured. */
const WARM_UP = 60_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '41' },
    requests: { type: 'string', default: '2000' },
    runtime: { type: 'string', default: 'bun,deno' },
    only: { type: 'string' },
    case: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const only = values.only?.split(',');

const pinned = pinProcess();
console.log(
  `${pinned ? 'server on one processor, load on another' : 'not pinned'}, ${CONNECTIONS} connections, ` +
    `medians of ${rounds} interleaved rounds of ${requests} requests\n`,
);
for (const runtime of values.runtime.split(',') as RuntimeName[]) {
  for (const [number, each] of CASES.entries()) {
    if (values.case === undefined || Number(values.case) === number)
      await compareServers(runtime, number, each);
  }
}

/** Pins this process to a processor that the servers do not use. Returns false without `taskset` or a second processor. */
function pinProcess(): boolean {
  try {
    execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
    execFileSync('taskset', ['-cp', '0', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function compareServers(
  runtime: RuntimeName,
  caseNumber: number,
  { name, request }: Case,
): Promise<void> {
  const names = SERVERS[runtime].filter((each) => only === undefined || only.includes(each));
  const servers: ServerProcess[] = [];
  try {
    for (const each of names) servers.push(await startServer(runtime, each, caseNumber, pinned));
    for (const server of servers) await assertComparable(server, caseNumber);
    printCase(`${runtime}, ${name}`, await measure(servers, request));
  } finally {
    for (const server of servers) server.stop();
  }
}

/** Checks the responses of a server. @throws Error if the server does less work than the others */
async function assertComparable({ name, port }: ServerProcess, caseNumber: number): Promise<void> {
  const cases = name === 'constant' ? [CASES[caseNumber]!] : CASES;
  for (const { request, status, type, body } of cases) {
    const got = await sendRequest(port, request);
    if (got.status !== status || got.type !== type || got.body !== body) {
      throw new Error(`${name} answers ${JSON.stringify(request)} with ${JSON.stringify(got)}`);
    }
  }
  if (name === 'constant') return;
  for (const request of INVALID_REQUESTS) {
    const { status } = await sendRequest(port, request);
    if (status !== 400) throw new Error(`${name} answers ${JSON.stringify(request)} with ${status}`);
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

async function measure(servers: readonly ServerProcess[], request: string): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>(
    servers.map(({ name }) => [name, { user: [], system: [], cpu: [], perSecond: [] }]),
  );
  for (const { port } of servers) await sendLoad(port, request, WARM_UP, CONNECTIONS);
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with a different server, so that the order does not favour any server.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const server = servers[(round + turn) % servers.length]!;
      const before = await server.processorTime();
      const start = performance.now();
      await sendLoad(server.port, request, requests, CONNECTIONS);
      const time = performance.now() - start;
      const after = await server.processorTime();
      const { user, system, cpu, perSecond } = figures.get(server.name)!;
      user.push((after.user - before.user) / requests);
      system.push((after.system - before.system) / requests);
      cpu.push(user.at(-1)! + system.at(-1)!);
      perSecond.push((requests / time) * 1000);
    }
  }
  return figures;
}

function printCase(title: string, figures: ReadonlyMap<string, Figures>): void {
  const reference = figures.get('elysia') ?? figures.get('hono') ?? figures.values().next().value!;
  const constant = figures.get('constant');
  const referenceName = figures.has('elysia') ? 'elysia' : 'hono';
  console.log(title);
  console.log(
    `  server     us CPU/request    user  system  above constant  of ${referenceName.padEnd(6)}  requests/s`,
  );
  for (const [server, { user, system, cpu, perSecond }] of figures) {
    const above =
      constant === undefined ? Number.NaN : median(cpu.map((each, round) => each - constant.cpu[round]!));
    console.log(
      `  ${server.padEnd(10)} ${median(cpu).toFixed(2).padStart(14)} ${median(user).toFixed(2).padStart(7)}` +
        ` ${median(system).toFixed(2).padStart(7)} ${above.toFixed(2).padStart(15)}` +
        ` ${medianRatio(reference.cpu, cpu).toFixed(2).padStart(10)} ${median(perSecond).toFixed(0).padStart(11)}`,
    );
  }
  console.log();
}
