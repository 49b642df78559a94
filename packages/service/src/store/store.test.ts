import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { openStore, sqliteDatabase } from '../testing/databases.ts';
import { describeStore, runInstallation } from '../testing/describe-store.ts';
import { addInstall, newInstall, newJob, temporaryFolder } from '../testing/fakes.ts';
import { InstallNotAdded, StoreError, StoreUnusable } from './store-error.ts';
import { Store, type StoreOptions } from './store.ts';

describeStore('SQLite', () => sqliteDatabase());

const openIn = (folder: string, options?: StoreOptions): Promise<Store> =>
  openStore(sqliteDatabase(folder), options);

it('an installation that was stored, but not accepted because the connection was lost, is deleted', async () => {
  const engine = await sqliteDatabase().open();
  const { transaction } = engine;
  const store = await Store.open(engine, { retry: 1 });
  let failures = 2;
  engine.transaction = async (work, options) => {
    const result = await transaction.call(engine, work, options);
    failures -= options?.durable === true || failures < 2 ? 1 : 0;
    if (options?.durable === true || failures >= 0) throw new StoreError('database-unusable');
    return result as never;
  };
  await expect(addInstall(store)).rejects.toThrow(StoreError);
  await expect.poll(async () => (await store.list({ limit: 9 })).total).toBe(0);
  await store.close();
});

it('a store closes its database even if an installation that was not accepted cannot be deleted', async () => {
  const folder = temporaryFolder();
  const engine = await sqliteDatabase(folder).open();
  const { transaction } = engine;
  const reports: string[] = [];
  const store = await Store.open(engine, { retry: 1, reportError: (message) => reports.push(message) });
  let isLost = false;
  engine.transaction = async (work, options) => {
    if (isLost) throw new TypeError('not a failure of the database');
    const result = await transaction.call(engine, work, options);
    isLost = options?.durable === true;
    if (isLost) throw new StoreError('database-unusable');
    return result as never;
  };
  await expect(addInstall(store)).rejects.toThrow(StoreError);
  await store.setEnded(1, { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false });
  await store.close();
  expect(reports).toEqual([
    'An installation that was not accepted cannot be deleted',
    'The outcome of installation 1 cannot be stored',
  ]);
  await (await openIn(folder)).close();
});

it('an installation that was not accepted is hidden until it is deleted, and does not occupy its key', async () => {
  const engine = await sqliteDatabase().open();
  const { transaction } = engine;
  const store = await Store.open(engine, { retry: 60_000 });
  let failures = 0;
  engine.transaction = async (work, options) => {
    // The installation is stored, but the connection is lost; so is the next one, which deletes the installation.
    if (failures === 1) {
      failures = 2;
      throw new StoreError('database-unusable');
    }
    const result = await transaction.call(engine, work, options);
    if (options?.durable === true && failures === 0) {
      failures = 1;
      throw new StoreError('database-unusable');
    }
    return result as never;
  };
  const key = { key: 'k', fingerprint: 'f' };
  await expect(addInstall(store, { key })).rejects.toThrow(InstallNotAdded);
  await vi.waitFor(() => expect(failures).toBe(2));
  expect(await engine.read((database) => database.selectFrom('installs').select('id').execute())).toEqual([
    { id: 1 },
  ]);
  expect(await store.get(1)).toBeUndefined();
  expect(await store.findByKey('k')).toBeUndefined();
  expect(await store.list({ limit: 9 })).toEqual({ installs: [], hasMore: false, total: 0 });

  const { id } = await addInstall(store, { key });
  expect((await store.list({ limit: 9 })).installs.map((install) => install.id)).toEqual([id]);
  expect((await store.findByKey('k'))?.install.id).toBe(id);
  await store.close();
});

it('an event list ends with its end event if the outcome is stored while the events are read', async () => {
  const engine = await sqliteDatabase().open();
  const { read, transaction } = engine;
  const store = await Store.open(engine, { retry: 60_000 });
  for (const isStoredFirst of [true, false]) {
    const { id } = await addInstall(store);
    await store.append(id, [{ number: 1, type: 'log', data: '{}' }]);
    engine.transaction = () => Promise.reject(new StoreError('database-unusable'));
    await store.setEnded(id, { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false });
    engine.transaction = transaction;
    engine.read = async (work) => {
      engine.read = read;
      if (isStoredFirst) await store.checkHealth();
      const result = await engine.read(work);
      await store.checkHealth();
      return result;
    };
    expect((await store.events(id, 0, 9)).map(({ number, type }) => [number, type])).toEqual([
      [1, 'log'],
      [2, 'end'],
    ]);
  }
  await store.close();
});

it('room for simultaneous installations is made one after the other', async () => {
  const engine = await sqliteDatabase().open();
  const store = await Store.open(engine);
  const { transaction, releaseSpace } = engine;
  const calls: string[] = [];
  engine.transaction = (work, options) => {
    if (options?.durable !== true) calls.push('begin');
    return transaction.call(engine, work, options) as never;
  };
  engine.releaseSpace = () => {
    calls.push('end');
    return releaseSpace.call(engine);
  };
  await Promise.all([addInstall(store), addInstall(store)]);
  expect(calls).toEqual(['begin', 'end', 'begin', 'end']);
  await store.close();
});

describe('the files of a store', () => {
  it('are readable by their owner only', async () => {
    const folder = join(temporaryFolder(), 'state');
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
    const store = await openIn(folder);
    await addInstall(store);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    await store.close();
  });

  it('can be used by only one service at a time', async () => {
    const folder = temporaryFolder();
    const store = await openIn(folder);
    expect(() => sqliteDatabase(folder).open()).toThrow(/Another install service is using .*WRIT_STATE/);
    await store.close();
    await (await openIn(folder)).close();
  });

  it('can be closed before they are used', async () => {
    const folder = temporaryFolder();
    await (await sqliteDatabase(folder).open()).close();
    await (await openIn(folder)).close();
  });

  it('are rejected with the reason if they cannot be used', () => {
    const folder = temporaryFolder();
    const open = (): unknown => sqliteDatabase(folder).open();
    writeFileSync(join(folder, 'service.db'), 'text that is long enough to be read as a database'.repeat(20));
    expect(open).toThrow(StoreUnusable);
    expect(open).toThrow(/move it elsewhere/);
    writeFileSync(join(folder, 'file'), '');
    expect(() => sqliteDatabase(join(folder, 'file', 'below')).open()).toThrow(/cannot be written/);
  });

  it('are rejected if a newer version wrote them', async () => {
    const folder = temporaryFolder();
    await (await openIn(folder)).close();
    const database = new DatabaseSync(join(folder, 'service.db'));
    database.exec('pragma user_version = 99');
    database.close();
    expect(() => sqliteDatabase(folder).open()).toThrow(/newer version of Writ/);
  });

  it('contain no hash after a resumed installation is complete', async () => {
    const folder = temporaryFolder();
    const store = await openIn(folder);
    const hash = '$6$canaryhash';
    await runInstallation(store, 'failed', true, { hash });
    expect(await sqliteDatabase(folder).readAll()).toContain(hash);
    await runInstallation(store, 'done', false, { hash });
    expect(await sqliteDatabase(folder).readAll()).not.toContain(hash);
    await store.close();
    expect(await sqliteDatabase(folder).readAll()).not.toContain(hash);
  });

  it('contain no hash of a deleted installation', async () => {
    const folder = temporaryFolder();
    const store = await openIn(folder, { limits: { installs: 200, bytes: 100_000, run: 20_000 } });
    const configuration = 'x'.repeat(30_000);
    // Later jobs must not be large enough to overwrite all hashes.
    const hashes = Array.from({ length: 50 }, (_, user) => [`user${user}`, '$6$canaryhash']);
    const job = newJob({ hashes: Object.fromEntries(hashes) as Record<string, string> });
    const { id } = await store.add({ ...newInstall('old.img'), configuration }, 'queued', () => job);
    await store.setStarted(id, '');
    await store.setEnded(id, { state: 'failed', ended: '', resumable: true });
    for (let count = 0; count < 3; count += 1) {
      const later = await addInstall(store, { configuration });
      await store.setEnded(later.id, { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false });
    }
    await addInstall(store);
    expect(await store.get(id)).toBeUndefined();
    await store.close();
    expect(await sqliteDatabase(folder).readAll()).not.toContain('canaryhash');
  });
});
