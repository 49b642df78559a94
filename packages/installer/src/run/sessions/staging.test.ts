import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders } from '../folders.ts';
import { createStaging, removeStaging, stagingPaths } from './staging.ts';

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-claim-'));
  target = join(folder, 'disk.img');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the staging folder', () => {
  it('is accessible to its owner only, reused by the next run, and removed when empty', async () => {
    const staging = stagingPaths(target);
    expect(await createStaging(target, staging)).toBe(true);
    expect(statSync(staging.folder).mode & 0o777).toBe(0o700);
    writeFileSync(staging.journal, '');
    await removeStaging(staging);
    expect(readdirSync(staging.folder).toSorted()).toEqual(['journal', 'made-by-writ']);
    expect(await createStaging(target, staging)).toBe(true);
    rmSync(staging.journal);
    await removeStaging(staging);
    expect(existsSync(staging.folder)).toBe(false);
  });

  it('is rejected and remains unchanged if Writ did not create it', async () => {
    const staging = stagingPaths(target);
    mkdirSync(staging.tree, { recursive: true });
    expect(await createStaging(target, staging)).toBe(false);
    expect(readdirSync(staging.folder)).toEqual(['tree']);
  });
});

describe('makeFolders', () => {
  it('creates a folder with its parents, and accepts existing ones', async () => {
    await makeFolders(join(folder, 'a/b/c'), 0o700);
    await makeFolders(join(folder, 'a/b/c'), 0o700);
    expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true);
  });

  it('fails in a file system in which folders cannot be created, and below a file', async () => {
    await expect(makeFolders('/proc/writ/a')).rejects.toThrow('ENOENT');
    writeFileSync(join(folder, 'file'), '');
    await expect(makeFolders(join(folder, 'file'))).rejects.toThrow('EEXIST');
  });
});
