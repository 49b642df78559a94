/** Tests the stores of @writ/store-postgres with a PostgreSQL server. */
import { inspect } from 'node:util';
import {
  describeIdempotencyStore,
  describeRateStore,
  describeResponseStore,
  describeSessionStore,
} from '@writ/http/testing/stores';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postgresStores } from '../../packages/store-postgres/src/index.ts';
import { describeServers, expectExample } from './describe-servers.ts';
import { expectAtomic } from './race.ts';
import { openPool, startPostgres, type DatabaseServer } from './servers.ts';

let server: DatabaseServer;
let pool: Pool;

const record = { created: 0, seen: 0, data: { password: 'planted-secret' } };
const response = { status: 200, headers: [], body: new Uint8Array(), date: 0, fresh: 1, stale: 0 };

beforeAll(async () => {
  server = await startPostgres();
  pool = openPool(server);
  await postgresStores(pool).createTables();
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

function temporaryPool(): Pool {
  const opened = openPool(server);
  onTestFinished(() => opened.end());
  return opened;
}

const failureOf = async (call: Promise<unknown> | unknown): Promise<string> =>
  inspect(await Promise.resolve(call).catch((error: unknown) => error), { depth: 9, showHidden: true });

describeSessionStore('PostgreSQL', () => postgresStores(pool).sessions);
describeRateStore('PostgreSQL', () => postgresStores(pool).rates('test'));
describeIdempotencyStore('PostgreSQL', () => postgresStores(pool).idempotency);
describeResponseStore('PostgreSQL', () => postgresStores(pool).responses);

describe('postgresStores', () => {
  describeServers(() => postgresStores(pool));

  it('share the count of the rate limit in the example of the guide', () =>
    expectExample('postgres.ts', { DATABASE_URL: `postgres://postgres@/postgres?host=${server.folder}` }));

  it('count and reserve exactly once from several processes', async () => {
    await expectAtomic(`import { Pool } from 'pg';
      import { postgresStores } from '@writ/store-postgres';
      const stores = postgresStores(new Pool({ host: ${JSON.stringify(server.folder)}, user: 'postgres' }));`);
  });

  it('can create the tables from several connections at the same time, and again', async () => {
    const stores = postgresStores(temporaryPool(), { prefix: 'simultaneous' });
    await Promise.all(Array.from({ length: 8 }, () => stores.createTables()));
    await stores.createTables();
    await stores.sessions.set('id', record, 60);
    expect(await stores.sessions.get('id')).toEqual(record);
    expect(await postgresStores(pool).sessions.get('id')).toBe(undefined);
  });

  it('report missing tables without the values', async () => {
    const stores = postgresStores(pool, { prefix: 'missing' });
    const failure = await failureOf(stores.sessions.set('id-secret', record, 60));
    expect(failure).toContain(
      'the PostgreSQL store cannot write missing_sessions: relation "missing_sessions" does not exist (42P01)',
    );
    expect(failure).not.toContain('secret');
  });

  it('delete expired rows of all tables', async () => {
    const stores = postgresStores(pool, { prefix: 'expiring' });
    await stores.createTables();
    const write = async (name: string, time: number): Promise<void> => {
      await stores.sessions.set(name, record, time / 1000);
      await stores.responses.set(name, response, time);
      await stores.idempotency.reserve(name, time);
      await stores.rates('a').hit(name, time);
    };
    for (let index = 0; index < 20; index += 1) await write(`short ${index}`, 1);
    for (let index = 0; index < 70; index += 1) await write(`long ${index}`, 3_600_000);
    for (const table of ['sessions', 'responses', 'idempotency', 'rates']) {
      const count = `select count(*)::integer as rows from expiring_${table}`;
      await expect
        .poll(async () => (await pool.query<{ rows: number }>(count)).rows, { timeout: 60_000 })
        .toEqual([{ rows: 70 }]);
    }
  });

  it('do not wait longer than the time limit for a locked table', async () => {
    const stores = postgresStores(temporaryPool(), { timeout: 300 });
    const locker = await pool.connect();
    try {
      await locker.query('begin; lock table writ_sessions in access exclusive mode');
      const failure = await failureOf(stores.sessions.set('locked-secret', record, 60));
      expect(failure).toContain('the PostgreSQL store cannot write writ_sessions: Query read timeout');
      expect(failure).not.toContain('secret');
    } finally {
      await locker.query('rollback');
      locker.release();
    }
    await stores.sessions.set('locked', record, 60);
  });

  it('reject further calls at once while the maximum number of calls is in progress', async () => {
    const stores = postgresStores(temporaryPool(), { maxPending: 2 });
    const locker = await pool.connect();
    let waiting: Promise<unknown>[];
    try {
      await locker.query('begin; lock table writ_rates in access exclusive mode');
      // The first write also deletes expired rows.
      waiting = [stores.rates('a').hit('a', 1000)].map((each) => Promise.resolve(each).catch(() => {}));
      expect(await failureOf(stores.rates('a').hit('b', 1000))).toContain('2 earlier calls are in progress');
    } finally {
      await locker.query('rollback');
      locker.release();
    }
    await Promise.all(waiting);
    expect(await stores.rates('a').hit('b', 60_000)).toMatchObject({ count: 1 });
  });

  it('report a killed server without the values, and continue when it runs again', async () => {
    const stores = postgresStores(pool);
    const key = crypto.randomUUID();
    await stores.sessions.set('kept', record, 3600);
    await stores.idempotency.reserve(key, 3_600_000);
    // Some of these calls are in progress when the server is killed.
    const during = Array.from({ length: 50 }, (_each, index) =>
      failureOf(stores.sessions.set(`during-secret ${index}`, record, 60)),
    );
    await server.kill();
    for (const outcome of await Promise.all(during)) expect(outcome).not.toContain('secret');
    const failure = await failureOf(stores.sessions.get('kept'));
    expect(failure).toMatch(/the PostgreSQL store cannot read writ_sessions: .+/);
    await server.start();
    // A connection that the pool has not yet recognized as lost may fail once.
    await expect.poll(() => stores.sessions.get('kept'), { timeout: 60_000 }).toEqual(record);
    expect(await stores.idempotency.reserve(key, 1000)).toBe('in-use');
  });
});

it.each([
  ['a prefix with other characters', { prefix: 'a"; drop table b' }, 'prefix must consist of'],
  ['a time limit of 0', { timeout: 0 }, 'timeout must be a whole number'],
  ['a maximum of 0', { maxPending: 0 }, 'the maximum must be a whole number'],
])('postgresStores throws for %s', (_name, options, message) => {
  expect(() => postgresStores(pool, options)).toThrow(message);
});
