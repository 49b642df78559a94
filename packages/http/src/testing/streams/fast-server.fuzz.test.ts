import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { echoRouter } from './echo-router.ts';
import { listenOnSocket } from './listen.ts';
import { NAMED_STREAMS } from './named-streams.ts';
import { compareConversations, compareServers, type ComparedServers } from './server-comparison.ts';
import { SERVER_DIFFERENCES } from './server-differences.ts';
import { splitAtEveryByte } from './stream.ts';

const { numRuns = 100, seed = Date.now() } = fc.readConfigureGlobal();

/** Number of streams for each configured run. A stream takes milliseconds. */
const STREAMS_PER_RUN = 10;
const ALLOWED = SERVER_DIFFERENCES.map(({ name }) => name);

/** Starts a `node:http` server and a server with the transport `fast`. */
async function startServers(): Promise<ComparedServers> {
  const router = echoRouter();
  const [reference, server] = await Promise.all(
    [
      router.toolkit.createServer(router, { transport: 'node' }).node,
      router.toolkit.createServer(router, { transport: 'fast' }).node,
    ].map(async (each) => {
      const { path, close } = await listenOnSocket(each);
      onTestFinished(close);
      return path;
    }),
  );
  return { reference: reference!, server: server!, allowed: SERVER_DIFFERENCES };
}

it(
  'the fast transport and node:http answer generated streams identically',
  { timeout: 120_000 + numRuns * 2_000 },
  async ({ annotate }) => {
    const count = numRuns * STREAMS_PER_RUN;
    const { differences, answered, ...counts } = await compareServers(seed, count, await startServers());
    const { allowed, ...numbers } = counts;
    await annotate(JSON.stringify({ answered, ...numbers, allowed: Object.fromEntries(allowed) }));
    expect(differences).toEqual([]);
    expect(answered).toBeGreaterThan(count * 0.5);
  },
);

it('the fast transport and node:http answer named streams identically', { timeout: 240_000 }, async () => {
  const servers = await startServers();
  for (const { name, bytes } of NAMED_STREAMS) {
    const splits = bytes.length < 1_000 ? [[bytes], splitAtEveryByte(bytes)] : [[bytes]];
    for (const parts of splits) {
      const { difference } = await compareConversations(parts, servers);
      if (difference !== undefined) expect(ALLOWED, name).toContain(difference);
    }
  }
});

describe('the example of an allowed difference between the servers matches only this difference', () => {
  it.for(SERVER_DIFFERENCES)('$name', async ({ name, example }) => {
    const servers = await startServers();
    const parts = [Buffer.from(example, 'latin1')];
    expect((await compareConversations(parts, servers)).difference).toBe(name);
    const others = SERVER_DIFFERENCES.filter((each) => each.name !== name);
    expect((await compareConversations(parts, { ...servers, allowed: others })).difference).toBe('other');
  });
});
