import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, sqliteDatabase } from '../testing/databases.ts';
import { addInstall, newJob } from '../testing/fakes.ts';
import { unpluggedDisk } from '../testing/unplugged-disk.ts';
import type { Store } from './store.ts';

const root = process.getuid?.() === 0;
const time = '2026-11-20T10:01:00.000Z';

async function open(folder: string): Promise<Store> {
  const store = await openStore(sqliteDatabase(folder));
  onTestFinished(() => store.close());
  return store;
}

describe.runIf(root)('after a power failure, the store', () => {
  it('contains the installation that was accepted last, with its job and all earlier records', async () => {
    const disk = unpluggedDisk();
    const store = await open(disk.folder);
    const first = await addInstall(store);
    await store.setStarted(first.id, time);
    await store.append(first.id, [{ number: 1, type: 'log', data: '{}' }]);
    const second = await addInstall(store);
    const restored = await open(disk.cutPower());
    expect(await restored.get(second.id)).toEqual(second);
    expect(await restored.job(second.id)).toEqual(newJob());
    expect(await restored.get(first.id)).toMatchObject({ state: 'running' });
    expect(await restored.events(first.id, 0, 10)).toHaveLength(1);
  });

  it('contains the job of an installation whose secrets were supplied', async () => {
    const disk = unpluggedDisk();
    const store = await open(disk.folder);
    const { id } = await addInstall(store);
    await store.setWaiting(id, 'needs-secret', newJob({ missing: ['a'] }), time);
    const restored = await open(disk.cutPower());
    expect(await restored.get(id)).toMatchObject({ state: 'needs-secret' });
    expect((await restored.job(id))?.missing).toEqual(['a']);
  });
});
