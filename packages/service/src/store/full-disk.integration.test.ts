import { describe, expect, it, vi } from 'vitest';
import { addInstall, newInstall, newJob } from '../testing/fakes.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { StateFolderError } from './state-folder-error.ts';
import { Store } from './store.ts';

const root = process.getuid?.() === 0;
const ending = { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false } as const;
const event = (number: number, text: string) => ({ number, type: 'log', data: JSON.stringify({ text }) });

/**
 * Appends until the disk is full. Some calls succeed at first, because SQLite's files still contain some free space.
 */
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
  it('shows an ended installation as ended, and stores its outcome once space is available', async () => {
    const disk = smallDisk();
    const store = new Store(disk.folder, { retry: 10 });
    const { id } = addInstall(store);
    store.setStarted(id, '2026-11-20T10:00:30.000Z');
    expect(store.checkHealth()).toBeUndefined();
    disk.fill();
    const last = writeUntilFull((number) => store.append(id, event(number, 'x'.repeat(4_000))));
    expect(store.checkHealth()?.code).toBe('state-full');

    store.setEnded(id, ending);
    expect(store.get(id)).toMatchObject(ending);
    expect(store.list({ limit: 9 }).installs[0]).toMatchObject(ending);
    expect(store.unfinished()).toEqual([]);
    expect(store.lastNumber(id)).toBe(last + 1);
    expect(store.events(id, last, 9)).toEqual([
      { number: last + 1, type: 'end', data: expect.stringContaining('"state":"done"') },
    ]);
    expect(store.events(id, last + 1, 9)).toEqual([]);

    disk.free();
    await vi.waitFor(() => expect(store.checkHealth()).toBeUndefined(), { timeout: 30_000 });
    store.close();
    const reopened = new Store(disk.folder);
    expect(reopened.get(id)).toMatchObject(ending);
    expect(reopened.events(id, last, 9)).toHaveLength(1);
    reopened.close();
  });

  it('reports the full disk when an installation cannot be added, and adds the installation once space is available', () => {
    const disk = smallDisk();
    const store = new Store(disk.folder);
    const { id } = addInstall(store);
    disk.fill();
    writeUntilFull((number) => store.append(id, event(number, 'x'.repeat(4_000))));
    const add = (): unknown => store.add(newInstall('a.img'), 'queued', () => newJob());
    expect(add).toThrow(StateFolderError);
    expect(add).toThrow('The disk that contains the state folder is full');
    expect(store.list({ limit: 9 }).installs).toHaveLength(1);
    disk.free();
    expect(add).not.toThrow();
    expect(store.checkHealth()).toBeUndefined();
    store.close();
  });

  it('marks the installations of a killed service as interrupted when it is opened', () => {
    const disk = smallDisk();
    const before = new Store(disk.folder);
    const { id } = addInstall(before);
    before.setStarted(id, '2026-11-20T10:00:30.000Z');
    before.close();
    disk.fill();
    const store = new Store(disk.folder);
    store.setEnded(id, { ...ending, state: 'interrupted' });
    expect(store.get(id)?.state).toBe('interrupted');
    expect(store.checkHealth()?.code).toBe('state-full');
    store.close();
  });
});
