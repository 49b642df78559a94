/** Tests the stores of @writ/store-redis with a Redis server. */
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Toolkit, route, Router, Context } from '@writ/http';
import { Session, sessions } from '@writ/http/sessions';
import { inject } from '@writ/http/testing';
import {
  describeIdempotencyStore,
  describeRateStore,
  describeResponseStore,
  describeSessionStore,
} from '@writ/http/testing/stores';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { redisStores, type RedisClient, type RedisStores } from '../../packages/store-redis/src/index.ts';
import { describeServers, expectExample } from './describe-servers.ts';
import { expectAtomic } from './race.ts';
import { startRedis, type DatabaseServer } from './servers.ts';

/** The part of a client of `@redis/client` that the tests use. */
interface Client extends RedisClient {
  on(event: 'error', listener: () => void): unknown;
  connect(): Promise<unknown>;
  destroy(): void;
  keys(pattern: string): Promise<string[]>;
  pTTL(key: string): Promise<number>;
}

interface ClientModule {
  createClient(options: {
    readonly socket: { readonly path: string; readonly reconnectStrategy: false | (() => number) };
  }): Client;
}

// The types do not depend on the package, a peer dependency, which is not installed everywhere.
const clientModule: string = '@redis/client';
const { createClient } = (await import(clientModule)) as ClientModule;

let server: DatabaseServer;
let client: Client;
let stores: RedisStores;

const record = { created: 0, seen: 0, data: { password: 'planted-secret' } };

async function open(folder: string): Promise<Client> {
  const reconnectStrategy = () => 50;
  const opened = createClient({ socket: { path: join(folder, 'redis'), reconnectStrategy } });
  // A client emits an error when its connection is lost.
  opened.on('error', () => {});
  await opened.connect();
  return opened;
}

async function ping(folder: string): Promise<void> {
  const opened = createClient({ socket: { path: join(folder, 'redis'), reconnectStrategy: false } });
  opened.on('error', () => {});
  await opened.connect();
  try {
    // While the server reads its log, it rejects commands.
    await opened.keys('none');
  } finally {
    opened.destroy();
  }
}

beforeAll(async () => {
  server = await startRedis(ping);
  client = await open(server.folder);
  stores = redisStores(client);
});
afterAll(async () => {
  client?.destroy();
  await server?.stop();
});

const failureOf = async (call: Promise<unknown> | unknown): Promise<string> =>
  inspect(await Promise.resolve(call).catch((error: unknown) => error), { depth: 9, showHidden: true });

describeSessionStore('Redis', () => stores.sessions);
describeRateStore('Redis', () => stores.rates('test'));
describeIdempotencyStore('Redis', () => stores.idempotency);
describeResponseStore('Redis', () => stores.responses);

describe('redisStores', () => {
  describeServers(() => stores);

  it('share the count of the rate limit in the example of the guide', () =>
    expectExample('redis.ts', { REDIS_URL: `unix://${server.folder}/redis` }));

  it('count and reserve exactly once from several processes', async () => {
    await expectAtomic(`import { createClient } from '@redis/client';
      import { redisStores } from '@writ/store-redis';
      const client = createClient({ socket: { path: ${JSON.stringify(join(server.folder, 'redis'))} } });
      await client.connect();
      const stores = redisStores(client);`);
  });

  it('give every key a time to live and the prefix', async () => {
    const prefixed = redisStores(client, { prefix: 'expiring' });
    await prefixed.sessions.set('id', record, 60);
    await prefixed.sessions.update!('id', record, 60);
    await prefixed.responses.set('key', { vary: [], id: 'a' }, 60_000);
    await prefixed.idempotency.reserve('key', 60_000);
    await prefixed.rates('a').hit('192.0.2.1', 60_000.5);
    const keys = await client.keys('expiring:*');
    expect(keys.map((key) => key.split(':')[1]).toSorted()).toEqual([
      'idempotency',
      'rate',
      'response',
      'session',
    ]);
    expect(keys.join(' ')).not.toContain('192.0.2.1');
    for (const key of keys) expect(await client.pTTL(key), key).toBeGreaterThan(0);
  });

  it('report errors of the server without the values', async () => {
    // A server without the command repeats the arguments in its error.
    const limited = await startRedis(ping, '--rename-command', 'SET', '', '--rename-command', 'EVAL', '');
    onTestFinished(() => limited.stop());
    const opened = await open(limited.folder);
    onTestFinished(() => opened.destroy());
    const refused = redisStores(opened);
    for (const call of [
      refused.sessions.set('id-secret', record, 60),
      refused.idempotency.delete('id-secret'),
    ]) {
      const failure = await failureOf(call);
      expect(failure).toMatch(/the Redis store cannot send (SET|EVAL): ERR unknown command/);
      expect(failure).not.toContain('secret');
    }
  });

  it('respond with 503 while the server hangs, limit the calls in progress, and continue afterwards', async () => {
    const opened = await open(server.folder);
    onTestFinished(() => opened.destroy());
    const { sessions: store } = redisStores(opened, { maxPending: 2 });
    await store.set('hanging', record, 3600);
    const toolkit = new Toolkit({ limits: { provider: 200 } });
    const router = new Router(toolkit).use(sessions({ store })).add(
      route({
        method: 'GET',
        path: '/',
        bindings: [Context(Session)],
        handler: (session) => session.get('user') ?? 'no user',
      }),
    );
    const headers = { cookie: '__Host-session=unknown' };
    server.process.kill('SIGSTOP');
    try {
      expect((await inject(router, { url: '/', headers })).status).toBe(503);
      expect((await inject(router, { url: '/', headers })).status).toBe(503);
      expect(await failureOf(store.get('hanging'))).toContain('2 earlier calls are in progress');
    } finally {
      server.process.kill('SIGCONT');
    }
    await expect.poll(async () => (await inject(router, { url: '/', headers })).status).toBe(200);
    expect(await store.get('hanging')).toEqual(record);
  });

  it('report a killed server without the values, and continue when it runs again', async () => {
    const opened = await open(server.folder);
    onTestFinished(() => opened.destroy());
    const hasty = redisStores(opened, { timeout: 200 });
    const key = crypto.randomUUID();
    await hasty.sessions.set('kept', record, 3600);
    await hasty.idempotency.reserve(key, 3_600_000);
    // Some of these calls are in progress when the server is killed.
    const during = Array.from({ length: 50 }, (_each, index) =>
      failureOf(hasty.sessions.set(`during-secret ${index}`, record, 60)),
    );
    await server.kill();
    for (const outcome of await Promise.all(during)) expect(outcome).not.toContain('secret');
    const failure = await failureOf(hasty.sessions.get('kept'));
    expect(failure).toMatch(/the Redis store cannot send GET: .+/);
    await server.start();
    await expect.poll(() => failureOf(hasty.sessions.get('kept')), { timeout: 60_000 }).toBe(inspect(record));
    expect(await hasty.idempotency.reserve(key, 1000)).toBe('in-use');
  });
});

it.each([
  ['a client without sendCommand', {}, {}, 'pass a client'],
  ['a time limit of 0', undefined, { timeout: 0 }, 'timeout must be a whole number'],
  ['a maximum of 0', undefined, { maxPending: 0 }, 'the maximum must be a whole number'],
])('redisStores throws for %s', (_name, given, options, message) => {
  expect(() => redisStores((given ?? client) as Client, options)).toThrow(message);
});
