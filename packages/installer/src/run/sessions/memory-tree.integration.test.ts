import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { createMemoryTree, memoryFolder } from './memory-tree.ts';

const TARGET = '/srv/disk.img';

describe('the place of a tree in memory', () => {
  it('is below the folder in WRIT_MEMORY (default: /dev/shm), and undefined if the variable is empty', () => {
    expect(memoryFolder({})).toBe('/dev/shm');
    expect(memoryFolder({ WRIT_MEMORY: '/run/large' })).toBe('/run/large');
    expect(memoryFolder({ WRIT_MEMORY: '' })).toBeUndefined();
  });

  it('is a private folder for each image, and is removed when it is empty', async () => {
    const memory = await temporaryFolder();
    const place = createMemoryTree(memory, TARGET);
    const tree = await place.take();
    expect((await stat(dirname(tree!))).mode & 0o777).toBe(0o700);
    const other = createMemoryTree(memory, '/srv/other.img');
    expect(await other.take()).not.toBe(tree);
    await other.release();
    await place.release();
    expect(await readdir(memory)).toEqual([]);
  });

  it('is reused by the next run if it contains a tree', async () => {
    const memory = await temporaryFolder();
    const place = createMemoryTree(memory, TARGET);
    expect(await place.takeLeft()).toEqual([]);
    const tree = await place.take();
    await mkdir(tree!);
    await place.release();
    const next = createMemoryTree(memory, TARGET);
    expect(await next.takeLeft()).toEqual([tree]);
    await next.release();
    expect(await readdir(memory)).toHaveLength(1);
  });

  it('is not available while another run uses it', async () => {
    const memory = await temporaryFolder();
    const place = createMemoryTree(memory, TARGET);
    await place.take();
    const second = createMemoryTree(memory, TARGET);
    expect(await second.take()).toBeUndefined();
    expect(await second.takeLeft()).toEqual([]);
    await place.release();
  });

  it.each([
    ['is accessible to others', (path: string) => chmod(path, 0o755)],
    ['is not a folder', (path: string) => writeFile(path, '')],
  ])('is not available if its folder %s', async (what, change) => {
    const memory = await temporaryFolder();
    const place = createMemoryTree(memory, TARGET);
    const folder = dirname((await place.take())!);
    await place.release();
    if (what.endsWith('others')) await mkdir(folder);
    await change(folder);
    expect(await createMemoryTree(memory, TARGET).take()).toBeUndefined();
  });
});
