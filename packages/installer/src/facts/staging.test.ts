import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observeStaging } from './staging.ts';

let folder: string;
let target: string;
let staging: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-staging-'));
  target = join(folder, 'disk.img');
  staging = `${target}.writ`;
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the staging folder of an image', () => {
  it('is absent if it does not exist', async () => {
    expect(await observeStaging(target)).toBe('absent');
  });

  it('is ours if it is marked, or if it is empty after a killed run', async () => {
    mkdirSync(staging, { mode: 0o700 });
    expect(await observeStaging(target)).toBe('ours');
    mkdirSync(join(staging, 'tree'));
    expect(await observeStaging(target)).toBe('foreign');
    writeFileSync(join(staging, 'made-by-writ'), '');
    expect(await observeStaging(target)).toBe('ours');
  });

  it('is absent if a run that ends deletes it meanwhile', async () => {
    for (let turns = 0; turns < 60; turns += 1) {
      mkdirSync(staging, { mode: 0o700 });
      const observed = observeStaging(target);
      for (let turn = 0; turn < turns % 20; turn += 1) await setImmediate();
      rmSync(staging, { recursive: true });
      expect(await observed).toMatch(/^(absent|ours)$/);
    }
  });

  it('is foreign if it is a file or a link', async () => {
    mkdirSync(join(folder, 'precious'), { mode: 0o700 });
    writeFileSync(join(folder, 'precious/made-by-writ'), '');
    symlinkSync('precious', staging);
    expect(await observeStaging(target)).toBe('foreign');
    rmSync(staging);
    writeFileSync(staging, '');
    expect(await observeStaging(target)).toBe('foreign');
  });

  it('is absent if this user may not access the parent folder', async () => {
    chmodSync(folder, 0o000);
    const root = process.geteuid?.() === 0;
    if (root) process.seteuid!(65_534);
    try {
      expect(await observeStaging(target)).toBe('absent');
    } finally {
      if (root) process.seteuid!(0);
      chmodSync(folder, 0o700);
    }
  });

  it('is foreign if other users may write to it', async () => {
    mkdirSync(staging);
    writeFileSync(join(staging, 'made-by-writ'), '');
    chmodSync(staging, 0o777);
    expect(await observeStaging(target)).toBe('foreign');
  });
});
