import * as fc from 'fast-check';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { echoRouter } from './echo-router.ts';
import { listenOnSocket } from './listen.ts';
import { NAMED_STREAMS } from './named-streams.ts';
import { compareConversations, compareServers, type ComparedServers } from './server-comparison.ts';

// The number of connections per run is small, because a connection takes milliseconds.
const { numRuns = 100, seed = Date.now() } = fc.readConfigureGlobal();

async function listen(server: Server): Promise<string> {
  const { path, close } = await listenOnSocket(server);
  onTestFinished(close);
  return path;
}

const listenWithNode = (): Promise<string> => {
  const router = echoRouter();
  return listen(router.toolkit.createServer(router).node);
};

async function twoServers(server?: string): Promise<ComparedServers> {
  return { reference: await listenWithNode(), server: server ?? (await listenWithNode()) };
}

describe('compareServers', () => {
  it('finds no difference between two equal servers for a mixture of answered and refused streams', async () => {
    const count = numRuns * 2;
    const result = await compareServers(seed, count, await twoServers());
    expect(result.differences).toEqual([]);
    expect(result.answered).toBeGreaterThan(count * 0.5);
    expect(result.refused).toBeGreaterThan(count * 0.3);
    expect(result.open).toBeGreaterThan(count * 0.15);
  });

  it('finds no difference between two equal servers for the named streams', async () => {
    const servers = await twoServers();
    for (const { name, bytes } of NAMED_STREAMS) {
      const { difference } = await compareConversations([bytes], servers);
      expect([name, difference]).toEqual([name, undefined]);
    }
  });

  it('detects a server that uses insecureHTTPParser', async () => {
    const lenient = await listen(createServer({ insecureHTTPParser: true }, echoRouter().listener));
    const { differences } = await compareServers(seed, numRuns, await twoServers(lenient));
    expect(differences.length).toBeGreaterThan(0);
  });

  it('detects a server that closes connections that should remain open', async () => {
    const listener = echoRouter().listener;
    const closing = createServer((request, response) => {
      response.shouldKeepAlive = false;
      listener(request, response);
    });
    const servers = await twoServers(await listen(closing));
    const { differences } = await compareServers(seed, numRuns, servers);
    expect(differences.length).toBeGreaterThan(0);
  });
});
