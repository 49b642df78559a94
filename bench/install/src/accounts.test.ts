import { describe, expect, it } from 'vitest';
import { parseAccounts, parseMemory } from './accounts.ts';

describe('parseAccounts', () => {
  it('adds the times of a process and its children, and subtracts cancelled writes', () => {
    const stat = '7 (a (b) c) S 1 7 7 0 -1 4194304 100 200 0 0 11 22 300 400 20 0 1 0 5 6 7\n';
    const io =
      'rchar: 1000\nwchar: 2000\nsyscr: 1\nsyscw: 2\nread_bytes: 3\nwrite_bytes: 5000\ncancelled_write_bytes: 1500\n';
    expect(parseAccounts(`${stat}${io}`)).toEqual({ cpu: 7.33, read: 1000, written: 2000, stored: 3500 });
  });
});

describe('parseMemory', () => {
  it('adds the memory of processes and of files in memory, without copies of files on disks', () => {
    expect(parseMemory('anon 100\nfile 5000\nkernel 9\nshmem 20\nfile_mapped 3\n')).toBe(120);
  });

  it('reads the totals of a control group of version 1', () => {
    expect(parseMemory('cache 5000\nrss 1\nshmem 2\ntotal_cache 5000\ntotal_rss 100\ntotal_shmem 20\n')).toBe(
      120,
    );
  });
});
