import type { Disk } from '@writ/installer';
import { expect, it } from 'vitest';
import { machineFacts } from '../testing/agents.ts';
import { toDiskAnswer } from './choices.ts';

const unused = {
  path: '/dev/sda',
  links: [],
  size: 1_000_000,
  signatures: [],
  mountPoints: [],
  holders: [],
  loops: [],
  pools: [],
  swap: false,
  partitions: [],
} as unknown as Disk;

it('a disk is in use if it is mounted, used as swap, or used by another device', () => {
  const holder = { path: '/dev/dm-0', name: 'vg-root', kind: 'lvm', mountPoints: [], swap: false } as const;
  const pool = { kind: 'btrfs', uuid: 'x', devices: ['/dev/sda'] } as const;
  const uses: Partial<Disk>[] = [
    { mountPoints: ['/mnt'] },
    { swap: true },
    { holders: [holder] },
    { loops: ['/dev/loop0'] },
    { pools: [pool] },
  ];
  const isInUse = (disk: Disk): boolean => toDiskAnswer(disk, machineFacts()).inUse;
  expect(isInUse(unused)).toBe(false);
  for (const use of uses) {
    expect([use, isInUse({ ...unused, ...use })]).toEqual([use, true]);
    const part = { ...unused, ...use, number: 1, start: 0 };
    expect([use, isInUse({ ...unused, partitions: [part] })]).toEqual([use, true]);
  }
});
