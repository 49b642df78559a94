import { describe, expect, it, vi } from 'vitest';
import { addInstall, newJob } from '../testing/fakes.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { StateFolderError } from './state-folder-error.ts';
import { openStore } from './store.ts';

const root = process.getuid?.() === 0;
const ending = { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false } as const;
const event = (number: number, text: string) => ({ number, type: 'log', data: JSON.stringify({ text }) });

/** Until nothing more can be appended: SQLite has some room of its own. */
function writeUntilFull(append: (number: number) => void): number {
  for (let number = 1; ; number += 1) {
    try {
      append(number);
    } catch (error) {
      expect(error).toBeInstanceOf(StateFolderError);
      return number - 1;
    }
  }
}

describe.runIf(root)('a store on a full disk', () => {
  it('never shows an installation as running that has ended, and stores its end once there is room', async () => {
    const disk = smallDisk();
    const store = openStore(disk.folder, { retry: 10 });
    const { id } = addInstall(store);
    store.started(id, '2026-11-20T10:00:30.000Z');
    expect(store.fault()).toBeUndefined();
    disk.fill();
    const last = writeUntilFull((number) => store.append(id, event(number, 'x'.repeat(4_000))));
    expect(store.fault()?.code).toBe('state-full');

    store.ended(id, ending);
    expect(store.get(id)).toMatchObject(ending);
    expect(store.list(9)[0]).toMatchObject(ending);
    expect(store.open()).toEqual([]);
    expect(store.lastNumber(id)).toBe(last + 1);
    expect(store.events(id, last, 9)).toEqual([
      { number: last + 1, type: 'end', data: expect.stringContaining('"state":"done"') },
    ]);
    expect(store.events(id, last + 1, 9)).toEqual([]);

    disk.free();
    await vi.waitFor(() => expect(store.fault()).toBeUndefined(), { timeout: 30_000 });
    store.close();
    const again = openStore(disk.folder);
    expect(again.get(id)).toMatchObject(ending);
    expect(again.events(id, last, 9)).toHaveLength(1);
    again.close();
  });

  it('says what is wrong when an installation cannot be added, and adds it once there is room', () => {
    const disk = smallDisk();
    const store = openStore(disk.folder);
    const { id } = addInstall(store);
    disk.fill();
    writeUntilFull((number) => store.append(id, event(number, 'x'.repeat(4_000))));
    const add = (): unknown =>
      store.add(
        { target: 'a.img', path: '/a.img', resume: false, digest: '', created: '', configuration: '{}' },
        'queued',
        () => newJob(),
      );
    expect(add).toThrow(StateFolderError);
    expect(add).toThrow('The disk of the state folder is full');
    expect(store.list(9)).toHaveLength(1);
    disk.free();
    expect(add).not.toThrow();
    expect(store.fault()).toBeUndefined();
    store.close();
  });

  it('opens, shows what is there, and marks what a killed service left', () => {
    const disk = smallDisk();
    const before = openStore(disk.folder);
    const { id } = addInstall(before);
    before.started(id, '2026-11-20T10:00:30.000Z');
    before.close();
    disk.fill();
    const store = openStore(disk.folder);
    store.ended(id, { ...ending, state: 'interrupted' });
    expect(store.get(id)?.state).toBe('interrupted');
    expect(store.fault()?.code).toBe('state-full');
    store.close();
  });
});
