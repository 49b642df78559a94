import { describe, expect, it, onTestFinished } from 'vitest';
import { addInstall, newJob } from '../testing/fakes.ts';
import { unpluggedDisk } from '../testing/unplugged-disk.ts';
import { Store } from './store.ts';

const root = process.getuid?.() === 0;
const time = '2026-11-20T10:01:00.000Z';

function openStore(folder: string): Store {
  const store = new Store(folder);
  onTestFinished(() => store.close());
  return store;
}

describe.runIf(root)('after a power failure, the store', () => {
  it('contains the installation that was accepted last, with its job and all earlier records', () => {
    const disk = unpluggedDisk();
    const store = openStore(disk.folder);
    const first = addInstall(store);
    store.setStarted(first.id, time);
    store.append(first.id, { number: 1, type: 'log', data: '{}' });
    const second = addInstall(store);
    const restored = openStore(disk.cutPower());
    expect(restored.get(second.id)).toEqual(second);
    expect(restored.job(second.id)).toEqual(newJob());
    expect(restored.get(first.id)).toMatchObject({ state: 'running' });
    expect(restored.events(first.id, 0, 10)).toHaveLength(1);
  });

  it('contains the job of an installation whose secrets were supplied', () => {
    const disk = unpluggedDisk();
    const store = openStore(disk.folder);
    const { id } = addInstall(store);
    store.setWaiting(id, 'needs-secret', newJob({ missing: ['a'] }), time);
    const restored = openStore(disk.cutPower());
    expect(restored.get(id)).toMatchObject({ state: 'needs-secret' });
    expect(restored.job(id)?.missing).toEqual(['a']);
  });
});
