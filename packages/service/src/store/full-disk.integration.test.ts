import { describe, expect, it } from 'vitest';
import { openStore, sqliteDatabase } from '../testing/databases.ts';
import { addInstall, newInstall, newJob } from '../testing/fakes.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { StoreError } from './store-error.ts';

const root = process.getuid?.() === 0;
const ending = { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false } as const;
const event = (number: number, text: string) => ({ number, type: 'log', data: JSON.stringify({ text }) });

/**
 * Appends until the disk is full. Some calls succeed at first, because SQLite's files still contain some free space.
 */
async function writeUntilFull(append: (number: number) => Promise<void>): Promise<number> {
  for (let number = 1; ; number += 1) {
    try {
      await append(number);
    } catch (error) {
      expect(error).toBeInstanceOf(StoreError);
      return number - 1;
    }
  }
}

describe.runIf(root)('a store on a full disk', () => {
  it('shows an ended installation as ended, and stores its outcome once space is available', async () => {
    const disk = smallDisk();
    const store = await openStore(sqliteDatabase(disk.folder), { retry: 10 });
    const { id } = await addInstall(store);
    await store.setStarted(id, '2026-11-20T10:00:30.000Z');
    expect(await store.checkHealth()).toBeUndefined();
    disk.fill();
    const last = await writeUntilFull((number) => store.append(id, [event(number, 'x'.repeat(4_000))]));
    expect((await store.checkHealth())?.code).toBe('state-full');

    await store.setEnded(id, ending);
    expect(await store.get(id)).toMatchObject(ending);
    expect((await store.list({ limit: 9 })).installs[0]).toMatchObject(ending);
    expect(await store.unfinished()).toEqual([]);
    expect(await store.lastNumber(id)).toBe(last + 1);
    expect(await store.events(id, last, 9)).toEqual([
      { number: last + 1, type: 'end', data: expect.stringContaining('"state":"done"') },
    ]);
    expect(await store.events(id, last + 1, 9)).toEqual([]);

    disk.free();
    await expect.poll(() => store.checkHealth()).toBeUndefined();
    await store.close();
    const reopened = await openStore(sqliteDatabase(disk.folder));
    expect(await reopened.get(id)).toMatchObject(ending);
    expect(await reopened.events(id, last, 9)).toHaveLength(1);
    await reopened.close();
  });

  it('reports the full disk when an installation cannot be added, and adds the installation once space is available', async () => {
    const disk = smallDisk();
    const store = await openStore(sqliteDatabase(disk.folder));
    const { id } = await addInstall(store);
    disk.fill();
    await writeUntilFull((number) => store.append(id, [event(number, 'x'.repeat(4_000))]));
    const add = (): Promise<unknown> => store.add(newInstall('a.img'), 'queued', () => newJob());
    await expect(add()).rejects.toThrow(StoreError);
    await expect(add()).rejects.toThrow('The disk that contains the state folder is full');
    expect((await store.list({ limit: 9 })).installs).toHaveLength(1);
    disk.free();
    await add();
    expect(await store.checkHealth()).toBeUndefined();
    await store.close();
  });

  it('marks the installations of a killed service as interrupted when it is opened', async () => {
    const disk = smallDisk();
    const before = await openStore(sqliteDatabase(disk.folder));
    const { id } = await addInstall(before);
    await before.setStarted(id, '2026-11-20T10:00:30.000Z');
    await before.close();
    disk.fill();
    const store = await openStore(sqliteDatabase(disk.folder));
    await store.setEnded(id, { ...ending, state: 'interrupted' });
    expect((await store.get(id))?.state).toBe('interrupted');
    expect((await store.checkHealth())?.code).toBe('state-full');
    await store.close();
  });
});
