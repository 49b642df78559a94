/** Requests over 1 to 10,000 open connections. */
import { execFileSync } from 'node:child_process';
import { Client } from '../client.ts';
import { runPart } from '../part.ts';
import { sample, type Figures } from '../samples.ts';
import { SERVERS, withServer } from '../server-process.ts';

/** Maximum number of requests in flight. */
const IN_FLIGHT = 64;
/** Number of file descriptors that a process needs in addition to its connections. */
const OTHER_FILES = 100;

const request = Buffer.from('GET /hello HTTP/1.1\r\nhost: localhost\r\n\r\n');

await runPart({
  name: 'growth-connections',
  packages: ['fastify', 'hono', '@hono/node-server', 'h3'],
  extents: {
    full: { sizes: [1, 10, 100, 1_000, 3_000, 10_000], rounds: 5 },
    quick: { sizes: [1, 10, 100, 1_000, 10_000], rounds: 1 },
    smoke: { sizes: [2], rounds: 1, subjects: 2 },
  },
  measure: async ({ sizes, ...others }, extent) => {
    const requests = extent === 'smoke' ? 100 : 10_000;
    const limit = fileLimit();
    const possible = sizes.filter((size) => size + OTHER_FILES <= limit);
    const omitted = sizes.filter((size) => !possible.includes(size));
    const samples = await sample(SERVERS, { sizes: possible, ...others }, (name, count) =>
      measureConnections(name, count, requests),
    );
    return {
      method:
        `${requests} requests in turn over all connections, at most ${IN_FLIGHT} in flight, each server in a new process, ` +
        `medians of at most ${others.rounds} interleaved rounds. A process may open ${limit} files` +
        (omitted.length === 0 ? '.' : `, so ${omitted.join(', ')} connections were not measured.`),
      charts: [
        {
          picture: 'connections-processor',
          title: 'Requests over many connections',
          x: 'connections',
          y: 'processor time of the server per request, us',
          order: 0,
          series: samples.series('cpu'),
        },
        {
          title: 'Requests over many connections',
          x: 'connections',
          y: 'elapsed time per request, us',
          order: 0,
          series: samples.series('time'),
        },
        {
          picture: 'connections-accept',
          title: 'Opening connections',
          x: 'connections',
          y: 'processor time of the server for all connections, ms',
          order: 1,
          series: samples.series('accept'),
        },
        {
          picture: 'connections-memory',
          title: 'Memory of open connections',
          x: 'connections',
          y: 'resident memory of the server, MB',
          order: 1,
          series: samples.series('memory'),
        },
      ],
    };
  },
});

/** Returns the hard limit of file descriptors, to which Node raises its soft limit when it starts. */
function fileLimit(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}

function measureConnections(name: string, count: number, requests: number): Promise<Figures> {
  return withServer(name, async ({ port, figures }) => {
    const first = await Client.connect(port);
    for (let sent = 0; sent < requests / 5; sent += 1) await first.send(request);
    first.close();
    const before = await figures();
    const clients = await openClients(port, count);
    // A connection has certainly been accepted once a response has arrived on it.
    await sendInTurn(clients, count);
    const opened = await figures();
    const start = performance.now();
    await sendInTurn(clients, requests);
    const time = performance.now() - start;
    const after = await figures();
    for (const client of clients) client.close();
    return {
      cpu: ((after.cpu - opened.cpu) * 1_000) / requests,
      time: (time * 1_000) / requests,
      accept: opened.cpu - before.cpu,
      memory: after.memory / 1e6,
    };
  });
}

async function openClients(port: number, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  while (clients.length < count) {
    const batch = Array.from({ length: Math.min(IN_FLIGHT, count - clients.length) }, () =>
      Client.connect(port),
    );
    clients.push(...(await Promise.all(batch)));
  }
  return clients;
}

async function sendInTurn(clients: readonly Client[], count: number): Promise<void> {
  const workers = Math.min(IN_FLIGHT, clients.length);
  const sendShare = async (worker: number): Promise<void> => {
    for (let turn = worker; turn < count; turn += workers) {
      // Each worker has its own connections, so that no connection has two requests in flight.
      const own = Math.ceil((clients.length - worker) / workers);
      await clients[worker + workers * (Math.floor(turn / workers) % own)]!.send(request);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => sendShare(worker)));
}
