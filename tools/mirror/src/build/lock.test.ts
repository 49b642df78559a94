import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './lock.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-lock-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('lockFolder', () => {
  it('rejects with an error if another process holds the lock for too long', async () => {
    await using _held = await lockFolder(folder, 0);
    let waited = 0;
    await expect(lockFolder(folder, 0, { waiting: () => waited++ })).rejects.toThrow(folder);
    expect(waited).toBe(1);
  });

  it('waits for another process', async () => {
    const order: string[] = [];
    const held = await lockFolder(folder, 0);
    const second = (async () => {
      await using _lock = await lockFolder(folder, 60_000, { waiting: () => order.push('waits') });
      order.push('has it');
    })();
    await expect.poll(() => order, { timeout: 30_000 }).toEqual(['waits']);
    order.push('given back');
    await held[Symbol.asyncDispose]();
    await second;
    expect(order).toEqual(['waits', 'given back', 'has it']);
  });

  it('stops waiting on a signal', async () => {
    await using _held = await lockFolder(folder, 0);
    await expect(lockFolder(folder, 60_000, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });

  it('does not lock other folders', async () => {
    await using _held = await lockFolder(folder, 0);
    const other = join(folder, 'other');
    await mkdir(other);
    await using _other = await lockFolder(other, 0);
  });
});
