/** `npm run bench:scenarios -- [--rounds 15] [--scenario 0] [--json FILE]`: see ../README.md. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sendLoad, sendRequest } from '../../http/src/load.ts';
import { startServer, type ServerProcess } from '../../http/src/server-process.ts';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport, type Cell } from '../../shared/report.ts';
import { roundsInTime } from '../../shared/rounds.ts';
import { median, medianRatio } from '../../shared/statistics.ts';
import { REJECTED, SCENARIOS, type Scenario } from './scenarios.ts';

const SERVERS = ['fastify', 'writ-node', 'writ-fast'];
/** Number of rounds before the measurement. */
const WARM_UP = 5;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    scenario: { type: 'string' },
    json: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const root = fileURLToPath(new URL('../../../', import.meta.url));

const servers: ServerProcess[] = [];
try {
  for (const name of SERVERS) {
    // The path is relative to the servers of bench/http.
    const file = `../../../scenarios/src/servers/${name}.ts`;
    servers.push(await startServer({ name, root, file }, { processor: 1 }));
  }
  for (const server of servers) await assertComparable(server);
  const rows: Cell[][] = [];
  const scenarios = SCENARIOS.filter(
    (_, number) => values.scenario === undefined || Number(values.scenario) === number,
  );
  for (const [index, scenario] of scenarios.entries())
    rows.push(scenarioRow(scenario, await measure(scenario, scenarios.length - index)));
  const columns = [
    { title: 'Scenario' },
    ...SERVERS.map((title) => ({ title, digits: 1 })),
    ...SERVERS.slice(1).map((title) => ({ title: `Fastify / ${title}`, digits: 2 })),
  ];
  publishReport(
    {
      benchmark: 'scenarios',
      method: `Server on one processor, medians of at most ${rounds} interleaved rounds`,
      conditions: readConditions(['fastify'], import.meta.url),
      tables: [{ title: 'Processor time, us/request', columns, rows }],
    },
    values.json,
  );
} finally {
  for (const server of servers) server.stop();
}

/** Checks the responses of a server. @throws Error if the server does less work than the others */
async function assertComparable({ name, port }: ServerProcess): Promise<void> {
  for (const scenario of SCENARIOS) {
    const got = await sendRequest(port, scenario.request);
    if (got.status !== scenario.status || (scenario.body !== undefined && got.body !== scenario.body))
      throw new Error(`${name} answers ${scenario.name} with ${JSON.stringify(got)}`);
  }
  for (const [request, status] of REJECTED) {
    const got = await sendRequest(port, request);
    if (got.status !== status)
      throw new Error(`${name} answers ${JSON.stringify(request)} with ${got.status}`);
  }
}

/**
 * Returns the microseconds of processor time per request, by server and round. `remaining` is the number of scenarios
 * that remain to be measured, including this one.
 */
async function measure(
  { request, count, connections, idle = 0 }: Scenario,
  remaining: number,
): Promise<number[][]> {
  const figures: number[][] = servers.map(() => []);
  const idleSockets = await Promise.all(
    servers.flatMap(({ port }) => Array.from({ length: idle }, () => open(port))),
  );
  for (const number of roundsInTime(WARM_UP + rounds, remaining)) {
    const round = number - WARM_UP;
    // Each round starts with a different server, so that the order does not favour any server.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const index = (number + turn) % servers.length;
      const server = servers[index]!;
      const before = (await server.figures()).cpu;
      await sendLoad(server.port, request, count, connections);
      if (round >= 0) figures[index]!.push(((await server.figures()).cpu - before) / count);
    }
  }
  for (const socket of idleSockets) socket.destroy();
  return figures;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // Servers may close idle connections at their time limit.
  socket.on('error', () => {});
  return socket;
}

function scenarioRow({ name }: Scenario, figures: readonly number[][]): Cell[] {
  const ratios = figures.slice(1).map((cpu) => medianRatio(figures[0]!, cpu));
  return [name, ...figures.map(median), ...ratios];
}
