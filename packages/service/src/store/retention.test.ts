import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addInstall, newInstall, newJob, temporaryFolder } from '../testing/fakes.ts';
import { Store } from './store.ts';

const limits = { installs: 200, bytes: 100_000, run: 20_000 };
const ending = { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false } as const;

function appendEvents(store: Store, id: number, bytes: number): void {
  for (let number = 1; number <= bytes / 1_000; number += 1) {
    store.append(id, { number, type: 'log', data: 'x'.repeat(1_000) });
  }
}

function addEndedInstall(store: Store, bytes: number): number {
  const { id } = addInstall(store);
  appendEvents(store, id, bytes);
  store.setEnded(id, ending);
  return id;
}

describe('a store with limits', () => {
  it('deletes the events of the oldest installations first, and counts them', () => {
    const store = new Store(temporaryFolder(), { limits });
    const ids = Array.from({ length: 6 }, () => addEndedInstall(store, 20_000));
    addInstall(store);
    const dropped = ids.map((id) => store.get(id)?.dropped);
    expect(dropped).toEqual([
      { events: 20, bytes: 20_000 },
      { events: 20, bytes: 20_000 },
      { events: 20, bytes: 20_000 },
      undefined,
      undefined,
      undefined,
    ]);
    expect(store.events(ids[0]!, 0, 9).map(({ type }) => type)).toEqual(['end']);
    expect(store.events(ids[3]!, 0, 99)).toHaveLength(21);
    expect(store.get(ids[0]!)?.state).toBe('done');
    store.close();
  });

  it('retains all records of an unfinished installation', () => {
    const store = new Store(temporaryFolder(), { limits });
    const running = addInstall(store, newInstall('running.img'));
    store.setStarted(running.id, '');
    appendEvents(store, running.id, 150_000);
    for (let count = 0; count < 6; count += 1) addEndedInstall(store, 20_000);
    addInstall(store);
    expect(store.events(running.id, 0, 999)).toHaveLength(150);
    expect(store.get(running.id)?.dropped).toBeUndefined();
    store.close();
  });

  it('deletes the oldest installations if their configurations alone exceed the limit', () => {
    const store = new Store(temporaryFolder(), { limits });
    const configuration = 'x'.repeat(30_000);
    const ids = Array.from({ length: 5 }, () => {
      const { id } = addInstall(store, { configuration });
      store.setEnded(id, ending);
      return id;
    });
    addInstall(store);
    expect(ids.map((id) => store.get(id)?.id)).toEqual([undefined, undefined, undefined, ids[3], ids[4]]);
    store.close();
  });

  it('leaves no hash of a deleted installation in the store files', () => {
    const folder = temporaryFolder();
    const store = new Store(folder, { limits });
    const configuration = 'x'.repeat(30_000);
    // Later jobs must not be large enough to overwrite all hashes.
    const hashes = Array.from({ length: 50 }, (_, user) => [`user${user}`, '$6$canaryhash']);
    const job = newJob({ hashes: Object.fromEntries(hashes) as Record<string, string> });
    const { id } = store.add({ ...newInstall('old.img'), configuration }, 'queued', () => job);
    store.setStarted(id, '');
    store.setEnded(id, { state: 'failed', ended: '', resumable: true });
    for (let count = 0; count < 3; count += 1) {
      store.setEnded(addInstall(store, { configuration }).id, ending);
    }
    addInstall(store);
    expect(store.get(id)).toBeUndefined();
    store.close();
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(files.some((text) => text.includes('canaryhash'))).toBe(false);
  });

  it('adds unrecorded events to the number of deleted events', () => {
    const store = new Store(temporaryFolder(), { limits });
    const { id } = addInstall(store);
    appendEvents(store, id, 20_000);
    store.setEnded(id, { ...ending, dropped: { events: 5, bytes: 500 } });
    for (let count = 0; count < 6; count += 1) addEndedInstall(store, 20_000);
    expect(store.get(id)?.dropped).toEqual({ events: 25, bytes: 20_500 });
    store.close();
  });
});
