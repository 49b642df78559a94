/** Tests the records of the install service in PostgreSQL. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PostgresEngine } from '../../packages/service/src/store/postgres/postgres-engine.ts';
import { migrate, NEWEST_FORMAT } from '../../packages/service/src/store/sqlite/migrations.ts';
import { Store } from '../../packages/service/src/store/store.ts';
import { openStore } from '../../packages/service/src/testing/databases.ts';
import { describeNodes } from '../../packages/service/src/testing/describe-nodes.ts';
import { describePeople } from '../../packages/service/src/testing/describe-people.ts';
import { describeBatches } from '../../packages/service/src/testing/describe-batches.ts';
import { describeQueue } from '../../packages/service/src/testing/describe-queue.ts';
import { describeRestored } from '../../packages/service/src/testing/describe-restored.ts';
import { describeStore } from '../../packages/service/src/testing/describe-store.ts';
import { addInstall, logEvent, newResult } from '../../packages/service/src/testing/fakes.ts';
import { canaries, setUp } from '../../packages/service/src/testing/service.ts';
import { createServiceDatabase, type ServiceDatabase } from './service-database.ts';
import { startProxy } from './proxy.ts';
import { openPool, signalServer, startPostgres, type DatabaseServer } from './servers.ts';

let server: DatabaseServer;
let admin: Pool;

beforeAll(async () => {
  server = await startPostgres();
  admin = openPool(server);
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

const create = (): Promise<ServiceDatabase> => createServiceDatabase(admin, server.folder);

describeStore('PostgreSQL', create);
describeNodes('PostgreSQL', create);
describeQueue('PostgreSQL', create);
describePeople('PostgreSQL', create);
describeBatches('PostgreSQL', create);
describeRestored('PostgreSQL', create);

async function open(database: ServiceDatabase): Promise<Store> {
  const store = await openStore(database);
  onTestFinished(() => store.close());
  return store;
}

/** The lock of a service. */
const LOCK = `select pg_advisory_lock(hashtextextended('writ install service', 0))`;

/** Ends all connections of a service, as a restart of the server or a proxy would. */
async function endConnections({ url }: ServiceDatabase): Promise<void> {
  const name = /\/(service_\w+)\?/.exec(url)![1];
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and application_name = 'writ'`,
    [name],
  );
}

describe('the database of a service', () => {
  it('has the same tables and columns as an SQLite database of the same format', async () => {
    const database = await create();
    await (await open(database)).close();
    const client = await database.connect();
    const { rows } = await client.query<{ column: string }>(
      `select table_name || '.' || column_name as column from information_schema.columns
        where table_schema = 'writ'
          and table_name not in ('service', 'workers', 'assignments', 'receivers', 'request_rates')`,
    );
    const { rows: formats } = await client.query('select format from writ.service');
    await client.end();
    const sqlite = new DatabaseSync(':memory:');
    migrate(sqlite);
    const columns = sqlite
      .prepare(
        `select t.name || '.' || c.name as column from sqlite_master t, pragma_table_info(t.name) c
          where t.type = 'table' and t.name <> 'sqlite_sequence'`,
      )
      .all();
    expect(rows.map(({ column }) => column).toSorted()).toEqual(
      columns.map(({ column }) => String(column)).toSorted(),
    );
    expect(formats).toEqual([{ format: NEWEST_FORMAT }]);
  });

  it('is used by one service at a time', async () => {
    const database = await create();
    const store = await open(database);
    await expect(database.open()).rejects.toThrow(
      /^Another install service is using the database service_\w+ on \/.*; stop it, or set WRIT_DATABASE_URL/,
    );
    await store.close();
    await (await open(database)).close();
  });

  it('is rejected if a newer version wrote it', async () => {
    const database = await create();
    await (await open(database)).close();
    const client = await database.connect();
    await client.query('update writ.service set format = 99');
    await client.end();
    await expect(database.open()).rejects.toThrow('newer version of Writ (format 99');
  });

  it('is rejected with the reason and without its password if it cannot be used', async () => {
    const options = { reportError: () => {} };
    const url = `postgres://me:canary@/none?host=${server.folder}`;
    const failure = await PostgresEngine.open(url, options).catch((error: unknown) => error);
    expect(String(failure)).toMatch(
      /the database none on .* cannot be used: invalid authorization specification \(28000\); check/,
    );
    expect(String(failure)).not.toMatch(/canary|me"/);
  });

  it('stores each change once, although all its connections are ended during each change', async () => {
    const database = await create();
    const store = await open(database);
    const disturb = async <T>(change: Promise<T>): Promise<T> => {
      await endConnections(database);
      return change;
    };
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { id } = await disturb(addInstall(store, { key: { key: `key ${index}`, fingerprint: '' } }));
      await disturb(store.setStarted(id, '2026-11-20T10:00:00.000Z'));
      await disturb(store.append(id, [{ number: 1, type: 'log', data: '{}' }]));
      await disturb(store.append(id, [{ number: 2, type: 'log', data: '{}' }]));
      await disturb(
        store.setEnded(id, { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false }),
      );
      ids.push(id);
    }
    const { installs } = await disturb(store.list({ limit: 50 }));
    expect(installs.map(({ id, state }) => [id, state])).toEqual(ids.toReversed().map((id) => [id, 'done']));
    for (const id of ids) {
      expect((await store.events(id, 0, 99)).map(({ number }) => number)).toEqual([1, 2, 3]);
      expect(await store.log.lastLine(id)).toBe(3);
    }
  });

  it('can be used after new connections were lost before their first call', async () => {
    const database = await create();
    await using proxy = await startProxy(join(server.folder, '.s.PGSQL.5432'));
    const url = database.url.replace(server.folder, proxy.folder);
    const store = await Store.open(await PostgresEngine.open(url, { reportError: () => {} }));
    await addInstall(store);
    await endConnections(database);
    // As many connections as the pool may have.
    proxy.loseNext(/search_path to writ/, 10);
    const lists = await Promise.all(Array.from({ length: 12 }, () => store.list({ limit: 9 })));
    expect(lists.map(({ total }) => total)).toEqual(Array.from({ length: 12 }, () => 1));
    expect(proxy.lost).toBe(10);
    await store.close();
    expect(proxy.connections).toBe(0);
  });

  it('does not keep a service from ending while the server does not respond', async () => {
    const database = await create();
    const store = await openStore(database);
    await addInstall(store);
    signalServer(server, 'SIGSTOP');
    try {
      const call = store.list({ limit: 9 }).catch(() => undefined);
      await store.close();
      signalServer(server, 'SIGCONT');
      await call;
    } finally {
      signalServer(server, 'SIGCONT');
    }
  });

  it('rejects the changes of a service that lost its connection when another service took over', async () => {
    const database = await create();
    const store = await open(database);
    const { id } = await addInstall(store);
    const other = await database.connect();
    // This lock is granted as soon as the connection of the first service ends.
    const locked = other.query(LOCK);
    await endConnections(database);
    await locked;
    await other.query(`update writ.service set owner = 'other'`);
    const takenOver = {
      code: 'database-unusable',
      message: 'Another install service has taken over the database; stop this service',
    };
    await expect(store.setStarted(id, '')).rejects.toMatchObject(takenOver);
    await store.setEnded(id, { state: 'failed', ended: '', resumable: false });
    // Reads succeed, but the loss is permanent.
    expect((await store.list({ limit: 9 })).total).toBe(1);
    expect(await store.checkHealth()).toMatchObject(takenOver);
    const { rows } = await other.query('select state, ended from writ.installs');
    expect(rows).toEqual([{ state: 'queued', ended: null }]);
    expect(database.reported.filter((each) => each.includes('has taken over the database'))).toHaveLength(1);
    await other.end();
  });

  it('makes a service unhealthy when another service has taken it over, even if the service only reads', async () => {
    const database = await create();
    const { send } = await setUp({ databaseUrl: database.url });
    const other = await database.connect();
    const locked = other.query(LOCK);
    await endConnections(database);
    await locked;
    await other.query(`update writ.service set owner = 'other'`);
    const health = async (): Promise<unknown> => {
      expect((await send('/api/installs')).status).toBe(200);
      const response = await send('/health');
      return [response.status, response.json()];
    };
    const detail = 'Another install service has taken over the database; stop this service';
    await expect
      .poll(health, { timeout: 20_000 })
      .toEqual([503, { status: 'failing', problems: [{ code: 'database-unusable', detail }] }]);
    await other.end();
  });

  it('is locked again after a lost connection, so that no other service can start', async () => {
    const database = await create();
    const store = await open(database);
    const findHolder = (): Promise<number | undefined> =>
      admin
        .query<{ pid: number }>(
          `select l.pid from pg_locks l join pg_database d on d.oid = l.database
          where locktype = 'advisory' and datname = substring($1 from '/(service_[a-z0-9]+)')`,
          [database.url],
        )
        .then(({ rows }) => rows[0]?.pid);
    const before = await findHolder();
    expect(before).toBeDefined();
    await endConnections(database);
    // The ended connection holds its lock until the server has noticed the end.
    await expect.poll(findHolder).not.toSatisfy((pid) => pid === before || pid === undefined);
    await expect(database.open()).rejects.toThrow('Another install service');
    expect(await store.checkHealth()).toBeUndefined();
  });

  it('may be stopped for a while: calls that wait for it neither fail nor take effect twice', async () => {
    const database = await create();
    const store = await open(database);
    const { id } = await addInstall(store);
    signalServer(server, 'SIGSTOP');
    const calls = [
      store.setStarted(id, '2026-11-20T10:00:00.000Z'),
      store.append(id, [{ number: 1, type: 'log', data: '{}' }]),
      addInstall(store, { target: 'other.img' }),
    ];
    await pause(1_000);
    signalServer(server, 'SIGCONT');
    await Promise.all(calls);
    expect((await store.list({ limit: 9 })).total).toBe(2);
    expect(await store.get(id)).toMatchObject({ state: 'running' });
    expect(await store.lastNumber(id)).toBe(1);
  });

  it('may be killed: calls fail after the limit, and the outcome is stored when the server runs again', async () => {
    const database = await create();
    const engine = await PostgresEngine.open(database.url, { reportError: () => {}, retryLimit: 500 });
    const store = await Store.open(engine, { retry: 50 });
    onTestFinished(() => store.close());
    const { id } = await addInstall(store);
    await store.setStarted(id, '2026-11-20T10:00:00.000Z');
    await server.kill();
    await expect(store.get(id)).rejects.toMatchObject({ name: 'StoreError', code: 'database-unusable' });
    await store.setEnded(id, { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false });
    expect((await store.checkHealth())?.code).toBe('database-unusable');
    await server.start();
    await expect.poll(() => store.get(id).catch(() => undefined)).toMatchObject({ state: 'done' });
    await expect.poll(() => store.checkHealth()).toBeUndefined();
    expect((await store.events(id, 0, 9)).map(({ type }) => type)).toEqual(['end']);
  });
});

describe('a service with a PostgreSQL database', () => {
  it('records and streams an installation, although its connections are ended', async () => {
    const database = await create();
    const { service, runs, folder, begin, send } = await setUp({ databaseUrl: database.url });
    expect(service.records).toMatch(/^the database service_\w+ on \//);
    const id = await begin('disk.img');
    const stream = send(`/api/installs/${id}/events`);
    const { onEvent } = runs[0]!.request;
    onEvent!(logEvent(1, 'one'));
    await endConnections(database);
    onEvent!(logEvent(2, 'two'));
    runs[0]!.end(newResult('done'));
    expect((await stream).text().match(/^id: \d+$/gm)).toEqual(['id: 1', 'id: 2', 'id: 3']);
    expect((await send('/health')).status).toBe(200);
    const stored = await database.readAll();
    for (const canary of canaries) expect(stored).not.toContain(canary);
    await service.release();

    const next = await setUp({ databaseUrl: database.url }, folder);
    expect((await next.send(`/api/installs/${id}`)).json()).toMatchObject({ state: 'done' });
    const running = await next.begin('other.img');
    await next.service.release();
    const last = await setUp({ databaseUrl: database.url }, folder);
    expect((await last.send(`/api/installs/${running}`)).json()).toMatchObject({
      state: 'interrupted',
      resumable: true,
    });
  });
});
