import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { addInstall, newInstall, temporaryFolder } from '../testing/fakes.ts';
import { StoreUnusable } from './database.ts';
import { retentionLimits } from './retention.ts';
import { Store } from './store.ts';

const ended = '2026-11-20T10:01:00.000Z';

describe('the store', () => {
  it('retains installations and events across restarts', () => {
    const folder = temporaryFolder();
    const first = new Store(folder);
    const { id } = addInstall(first, { configuration: '{"a": 1}' });
    first.setStarted(id, '2026-11-20T10:00:30.000Z');
    first.append(id, { number: 1, type: 'log', data: '{"text":"hello"}' });
    first.append(id, { number: 4, type: 'log', data: '{"text":"there"}' });
    const failure = { message: 'No room', next: 'Make room' };
    first.setEnded(id, { state: 'failed', ended, resumable: true, failure });
    first.close();

    const second = new Store(folder);
    expect(second.get(id)).toMatchObject({ id, state: 'failed', ended, resumable: true, failure });
    expect(second.configuration(id)).toBe('{"a": 1}');
    expect(second.events(id, 1, 10).map(({ number, type }) => [number, type])).toEqual([
      [4, 'log'],
      [5, 'end'],
    ]);
    expect(JSON.parse(second.events(id, 4, 1)[0]!.data)).toMatchObject({
      type: 'end',
      state: 'failed',
      failure,
    });
    expect(second.lastNumber(id)).toBe(5);
    second.close();
  });

  it('is readable by its owner only, and so are its side files', () => {
    const folder = join(temporaryFolder(), 'state');
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
    const store = new Store(folder);
    addInstall(store);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    store.close();
  });

  it('deletes the oldest ended installations with their events, but no unfinished installation', () => {
    const store = new Store(temporaryFolder(), { limits: { ...retentionLimits, installs: 2 } });
    const waiting = addInstall(store, newInstall('waits.img')).id;
    const ids = [1, 2, 3].map(() => {
      const { id } = addInstall(store);
      store.setEnded(id, { state: 'done', ended, resumable: false });
      return id;
    });
    const last = addInstall(store).id;
    expect(store.list({ limit: 10 }).installs.map(({ id }) => id)).toEqual([last, ids[2], ids[1], waiting]);
    expect(store.events(ids[0]!, 0, 10)).toEqual([]);
    expect(store.list({ limit: 1 }).installs).toHaveLength(1);
    expect(store.unfinished().map(({ id }) => id)).toEqual([waiting, last]);
    store.close();
  });

  it('never reuses a number', () => {
    const folder = temporaryFolder();
    const store = new Store(folder, { limits: { ...retentionLimits, installs: 1 } });
    const { id } = addInstall(store);
    store.setEnded(id, { state: 'done', ended, resumable: false });
    const next = addInstall(store).id;
    expect(next).toBeGreaterThan(id);
    store.close();
  });

  it('can be used by only one service at a time', () => {
    const folder = temporaryFolder();
    const store = new Store(folder);
    expect(() => new Store(folder)).toThrow(/Another install service is using .*WRIT_STATE/);
    store.close();
    new Store(folder).close();
  });

  it('reports why it cannot use a folder or file', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'service.db'), 'text that is long enough to be read as a database'.repeat(20));
    expect(() => new Store(folder)).toThrow(StoreUnusable);
    expect(() => new Store(folder)).toThrow(/move it away/);
    writeFileSync(join(folder, 'file'), '');
    expect(() => new Store(join(folder, 'file', 'below'))).toThrow(/cannot be written/);
  });

  it('rejects a database that a newer version created', () => {
    const folder = temporaryFolder();
    new Store(folder).close();
    const database = new DatabaseSync(join(folder, 'service.db'));
    database.exec('pragma user_version = 99');
    database.close();
    expect(() => new Store(folder)).toThrow(/newer version of Writ/);
  });
});
