import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDiskHold } from './disk-hold.ts';
import { temporaryFolder } from '../testing.ts';

const loops = process.getuid?.() === 0 && spawnSync('losetup', ['--find']).status === 0;

async function loopDevice(): Promise<string> {
  const file = join(await temporaryFolder(), 'disk.raw');
  await writeFile(file, Buffer.alloc(1024 * 1024));
  const path = execFileSync('losetup', ['--find', '--show', file], { encoding: 'utf8' }).trim();
  onTestFinished(() => void spawnSync('losetup', ['--detach', path]));
  return path;
}

/** True if another program could mount the disk. */
function isFree(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_RDONLY | constants.O_EXCL));
    return true;
  } catch {
    return false;
  }
}

/** True if udev cannot acquire the lock that it needs to read a disk. */
const isLocked = (path: string): boolean =>
  spawnSync('flock', ['--shared', '--nonblock', path, 'true']).status !== 0;

describe.runIf(loops)('a held disk (skipped on machines without loop devices)', () => {
  it('is opened exclusively by the run, or locked against udev', async () => {
    const path = await loopDevice();
    const hold = createDiskHold([path]);
    expect(await hold.acquire('exclusive')).toBeUndefined();
    expect([hold.held, isFree(path), isLocked(path)]).toEqual([true, false, true]);
    expect(await hold.acquire('locked')).toBeUndefined();
    expect([hold.held, isFree(path), isLocked(path)]).toEqual([true, true, true]);
    await hold.release();
    expect([hold.held, isFree(path), isLocked(path)]).toEqual([false, true, false]);
  });

  it('is acquired together with all other disks, or not at all', async () => {
    const [first, second] = [await loopDevice(), await loopDevice()];
    const other = openSync(second, constants.O_RDONLY | constants.O_EXCL);
    const hold = createDiskHold([first, second], 300);
    expect(await hold.acquire('locked')).toBe(`${second} is in use by another program`);
    expect([hold.held, isFree(first), isLocked(first)]).toEqual([false, true, false]);
    closeSync(other);
    expect(await hold.acquire('exclusive')).toBeUndefined();
    await hold.release();
  });

  it('is acquired once another program releases it within the time limit', async () => {
    const path = await loopDevice();
    const other = openSync(path, constants.O_RDONLY | constants.O_EXCL);
    setTimeout(() => closeSync(other), 300);
    const hold = createDiskHold([path], 10_000);
    expect(await hold.acquire('exclusive')).toBeUndefined();
    await hold.release();
  });
});
