import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openStore, sqliteDatabase } from '../../testing/databases.ts';
import { addInstall, logEvent, newResult, temporaryFolder } from '../../testing/fakes.ts';
import { canaries, setUp } from '../../testing/service.ts';
import { checkBackup, copyRecords, restoreRecords } from './backup.ts';
import { Store } from '../store.ts';
import { NEWEST_FORMAT } from './migrations.ts';
import { SqliteEngine } from './sqlite-engine.ts';

/** Creates a backup of a service with one complete, one running and one waiting installation, while it works. */
async function backUpService(): Promise<{ readonly file: string; readonly state: string }> {
  const { service, begin, runs, folder } = await setUp();
  await begin('done.img');
  runs[0]!.request.onEvent!(logEvent(1, 'a line of the log'));
  runs[0]!.end(newResult('done'));
  await expect.poll(() => service.busy()).toBe(false);
  await begin('running.img');
  await begin('waiting.img');
  const file = join(folder, 'backup');
  await service.backUp!(file);
  runs[1]!.end(newResult('interrupted', { resumable: true }));
  await service.stop(1_000);
  await service.release();
  return { file, state: join(folder, 'state') };
}

/** Creates the state folder of a service with one installation that was killed, so that its records are in the log. */
async function createKilled(): Promise<string> {
  const folder = temporaryFolder();
  const store = await openStore(sqliteDatabase(folder));
  await addInstall(store);
  const killed = temporaryFolder();
  for (const name of readdirSync(folder))
    writeFileSync(join(killed, name), readFileSync(join(folder, name)), { mode: 0o600 });
  await store.close();
  return killed;
}

describe('a backup of a running service', () => {
  it('contains all installations with their configurations, events and documents, and can be restored elsewhere', async () => {
    const { file } = await backUpService();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(checkBackup(file)).toEqual({ installs: 3 });
    const folder = temporaryFolder();
    const state = join(folder, 'state');
    expect(await restoreRecords(file, state, { replace: false })).toEqual({
      installs: 3,
      ended: 2,
      batches: 0,
      nodes: 0,
      tokens: 0,
    });
    expect(readdirSync(state)).toEqual(['service.db']);
    expect([statSync(state).mode & 0o777, statSync(join(state, 'service.db')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);

    const { send, service, runs } = await setUp({}, folder);
    service.begin();
    const installs = (await send('/api/installs')).json() as readonly Record<string, unknown>[];
    expect(installs.map(({ id, state: each, resumable }) => [id, each, resumable])).toEqual([
      [3, 'interrupted', false],
      [2, 'interrupted', false],
      [1, 'done', false],
    ]);
    expect(installs[1]!['failure']).toMatchObject({
      message: expect.stringContaining('restored from a backup'),
      next: 'Start a new installation',
    });
    expect((await send('/api/installs/1/events')).text()).toContain('a line of the log');
    expect((await send('/api/installs/2/events')).text()).toContain('"state":"interrupted"');
    expect((await send('/api/installs/1/plan')).json()).toHaveProperty('operations');
    expect(runs).toEqual([]);
  });

  it('contains no passwords, and no hashes after it has been restored', async () => {
    const { file } = await backUpService();
    for (const secret of canaries) expect(readFileSync(file, 'latin1')).not.toContain(secret);
    const state = join(temporaryFolder(), 'state');
    await restoreRecords(file, state, { replace: false });
    expect(readFileSync(join(state, 'service.db'), 'latin1')).not.toContain('$6$');
  });

  it('replaces records only on request, and keeps the earlier ones', async () => {
    const { file, state } = await backUpService();
    await expect(restoreRecords(file, state, { replace: false })).rejects.toThrow(
      /contains records.*--replace/,
    );
    const replaced = join(state, 'service.db.replaced');
    expect(await restoreRecords(file, state, { replace: true })).toMatchObject({ installs: 3, replaced });
    expect(checkBackup(replaced)).toEqual({ installs: 3 });
    expect(readdirSync(state).filter((name) => name.startsWith('service.db'))).toEqual([
      'service.db',
      'service.db.replaced',
    ]);
    const store = await openStore(sqliteDatabase(state));
    expect((await store.get(2))?.state).toBe('interrupted');
    await store.close();
  });

  it('keeps the records of each replacement in a file of their own', async () => {
    const { file, state } = await backUpService();
    const original = join(state, 'service.db.replaced');
    await restoreRecords(file, state, { replace: true });
    const content = readFileSync(original);
    // A log without its database must not get another one.
    writeFileSync(`${original}.2-wal`, 'of other records');
    const second = await restoreRecords(file, state, { replace: true });
    expect(second.replaced).toBe(`${original}.3`);
    const third = await restoreRecords(file, state, { replace: true });
    expect(third.replaced).toBe(`${original}.4`);
    expect(readFileSync(original).equals(content)).toBe(true);
    for (const name of [second.replaced!, third.replaced!])
      expect(checkBackup(name)).toEqual({ installs: 3 });
  });

  it('replaces the records of a killed service, which are kept with those in its write-ahead log', async () => {
    const { file } = await backUpService();
    const state = await createKilled();
    const replaced = join(state, 'service.db.replaced');
    expect(await restoreRecords(file, state, { replace: true })).toMatchObject({ installs: 3, replaced });
    expect(checkBackup(replaced)).toEqual({ installs: 1 });
    expect(readdirSync(state)).toEqual(['service.db', 'service.db.replaced']);
  });

  it('is not changed by a write-ahead log that other records have left behind', async () => {
    const { file } = await backUpService();
    const state = await createKilled();
    rmSync(join(state, 'service.db'));
    writeFileSync(join(state, 'service.db-shm'), 'old');
    await expect(restoreRecords(file, state, { replace: false })).rejects.toThrow(
      /contains records \(service\.db-wal\).*--replace/,
    );
    const replaced = join(state, 'service.db.replaced-wal');
    expect(await restoreRecords(file, state, { replace: true })).toMatchObject({ installs: 3, replaced });
    expect(readdirSync(state)).toEqual(['service.db', 'service.db.replaced-wal']);
    const store = await openStore(sqliteDatabase(state));
    expect((await store.get(3))?.state).toBe('interrupted');
    await store.close();
  });

  it('is not restored while a service uses the folder', async () => {
    const { file } = await backUpService();
    const { service, folder } = await setUp();
    const state = join(folder, 'state');
    await expect(restoreRecords(file, state, { replace: true })).rejects.toThrow('Another install service');
    await service.release();
    expect(readdirSync(state)).not.toContain('service.db.replaced');
  });
});

describe('copyRecords', () => {
  it('copies the records of a killed service with its write-ahead log', async () => {
    const killed = await createKilled();
    const file = join(killed, 'copy');
    await copyRecords(killed, file);
    expect(checkBackup(file)).toEqual({ installs: 1 });
  });

  it('refuses a folder without records, and one whose service does not respond', async () => {
    const folder = temporaryFolder();
    await expect(copyRecords(folder, join(folder, 'copy'))).rejects.toThrow(/no records .*WRIT_STATE/);
    const store = await openStore(sqliteDatabase(folder));
    await expect(copyRecords(folder, join(folder, 'copy'))).rejects.toThrow('does not respond');
    await store.close();
  });
});

describe('checkBackup', () => {
  async function backUpStore(): Promise<string> {
    const folder = temporaryFolder();
    const engine = new SqliteEngine(folder);
    const store = await Store.open(engine);
    await addInstall(store);
    const file = join(folder, 'backup');
    await engine.backUp(file);
    await store.close();
    return file;
  }

  it('refuses files that are not complete backups', async () => {
    const file = await backUpStore();
    const whole = readFileSync(file);
    for (const content of [whole.subarray(0, -8192), Buffer.from('not a database'), Buffer.alloc(0)]) {
      writeFileSync(file, content);
      expect(() => checkBackup(file)).toThrow('incomplete, damaged, or not a backup');
    }
    writeFileSync(file, whole);
    expect(checkBackup(file)).toEqual({ installs: 1 });
    expect(() => checkBackup(join(file, 'none'))).toThrow('cannot be read: file not found');
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith('backup'))).toEqual(['backup']);
  });

  it('refuses a backup of a newer version', async () => {
    const file = await backUpStore();
    const database = new DatabaseSync(file);
    database.exec(`pragma user_version = ${NEWEST_FORMAT + 1}`);
    database.close();
    expect(() => checkBackup(file)).toThrow('newer version of Writ');
  });
});
