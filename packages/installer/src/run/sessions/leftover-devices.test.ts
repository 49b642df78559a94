import { describe, expect, it } from 'vitest';
import type { Disk, Holder } from '../../facts/facts.ts';
import { machineFixture } from '../../plan/testing.ts';
import { listLeftovers } from './leftover-devices.ts';

const [sample] = machineFixture('bios-server').disks;

const array: Holder = {
  path: '/dev/md127',
  name: 'writ-0a1b2c3d',
  kind: 'raid',
  mountPoints: [],
  swap: false,
};
const volume: Holder = {
  path: '/dev/dm-0',
  name: 'writ-11111111-2222-3333-4444-555555555555',
  kind: 'encryption',
  mountPoints: [],
  swap: false,
};

const disk = (path: string, holders: readonly Holder[]): Disk => ({
  ...sample!,
  path,
  holders,
  partitions: [],
});

describe('listLeftovers', () => {
  it('lists each array and volume of an interrupted run once, the volumes first', () => {
    const disks = [
      disk('/dev/sda', [array]),
      disk('/dev/sdb', [array]),
      disk('/dev/md127', [volume]),
      disk('/dev/sdc', [{ ...volume, path: '/dev/dm-1' }]),
    ];
    const paths = new Set(['/dev/sda', '/dev/sdb']);
    expect(listLeftovers(disks, paths)).toEqual([volume, array]);
  });

  it('does not list what is mounted, nor what is in an array of another system', () => {
    const other = { ...array, name: 'data' };
    const disks = [
      disk('/dev/sda', [other, { ...volume, mountPoints: ['/mnt'] }]),
      disk('/dev/md127', [volume]),
    ];
    expect(listLeftovers(disks, new Set(['/dev/sda']))).toEqual([]);
  });
});
