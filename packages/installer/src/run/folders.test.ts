import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders } from './folders.ts';
import { temporaryFolder } from './testing.ts';

it('makeFolders succeeds while other processes create the same folders', async () => {
  const root = await temporaryFolder();
  for (let round = 0; round < 40; round += 1) {
    const path = join(root, String(round), 'a/b/c');
    const deeper = [path, join(path, 'd'), join(path, '../e'), path];
    await Promise.all(deeper.map((one) => makeFolders(one, 0o700)));
    for (const one of deeper) expect((await stat(one)).mode & 0o7777).toBe(0o700);
  }
});

it('makeFolders fails below a file, and in a file system in which folders cannot be created', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(makeFolders(file)).rejects.toThrow('EEXIST');
  await expect(makeFolders(join(file, 'a/b'))).rejects.toThrow('ENOTDIR');
  await expect(makeFolders('/proc/writ/a/b')).rejects.toThrow('ENOENT');
});
