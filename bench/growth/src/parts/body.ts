/** Request bodies of 1 kB to 100 MB, which the servers read as streams. */
import { Client } from '../client.ts';
import { runPart } from '../part.ts';
import { sample, type Figures } from '../samples.ts';
import { SERVERS, withServer } from '../server-process.ts';

const WARM_UP = 500;
/** The smallest number of bytes to send, because the processor time of one short request cannot be measured. */
const LEAST_BYTES = 1_000_000;

await runPart({
  name: 'growth-body',
  packages: ['fastify', 'hono', '@hono/node-server', 'h3'],
  extents: {
    full: { sizes: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8], rounds: 5 },
    quick: { sizes: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8], rounds: 1 },
    smoke: { sizes: [1e3], rounds: 1 },
  },
  measure: async (rounds, extent) => {
    const warmUp = extent === 'smoke' ? 10 : WARM_UP;
    const samples = await sample(SERVERS, rounds, (name, length) => measureBody(name, length, warmUp));
    return {
      method:
        'Each measurement with a new server process, which counts the bytes of the body. Bodies of less than 1 MB are ' +
        `sent repeatedly. Medians of at most ${rounds.rounds} interleaved rounds.`,
      charts: [
        {
          picture: 'body-memory',
          title: 'Memory for request bodies',
          x: 'bytes',
          y: 'largest resident memory of the server, MB',
          order: 0,
          series: samples.series('memory'),
        },
        {
          title: 'Memory for request bodies',
          x: 'bytes',
          y: 'largest heap with buffers, MB',
          order: 0,
          series: samples.series('heap'),
        },
        {
          picture: 'body-processor',
          title: 'Reading request bodies',
          x: 'bytes',
          y: 'processor time of the server per request, ms',
          order: 1,
          series: samples.series('cpu'),
        },
        {
          title: 'Reading request bodies',
          x: 'bytes',
          y: 'elapsed time per request, ms',
          order: 1,
          series: samples.series('time'),
        },
      ],
    };
  },
});

function measureBody(name: string, length: number, warmUp: number): Promise<Figures> {
  return withServer(name, async ({ port, figures }) => {
    const client = await Client.connect(port);
    await uploadRepeatedly(client, 1_000, warmUp);
    const count = Math.ceil(Math.min(warmUp, Math.max(1, LEAST_BYTES / length)));
    const before = await figures();
    const start = performance.now();
    await uploadRepeatedly(client, length, count);
    const time = performance.now() - start;
    const after = await figures();
    client.close();
    return {
      cpu: (after.cpu - before.cpu) / count,
      time: time / count,
      memory: after.peakMemory / 1e6,
      heap: after.peakHeap / 1e6,
    };
  });
}

async function uploadRepeatedly(client: Client, length: number, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const received = await client.upload('/upload', length);
    if (received !== String(length)) throw new Error(`the server received ${received} of ${length} bytes`);
  }
}
