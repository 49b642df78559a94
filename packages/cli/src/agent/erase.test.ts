import { describe, expect, it } from 'vitest';
import { testDisk } from '../medium/testing.ts';
import { eraseDisks, type EraseHost } from './erase.ts';
import type { EraseWork } from './protocol.ts';

const partition = { ...testDisk('/dev/vda1'), number: 1, start: 2048 };
const disk = testDisk('/dev/vda', { serial: 'S1', partitions: [partition] });
const work: EraseWork = { kind: 'erase', disks: ['S1'], method: 'signatures', ending: 'wait' };

async function erase(
  change: Partial<EraseWork> = {},
  { disks = [disk], left = '' }: { readonly disks?: readonly (typeof disk)[]; readonly left?: string } = {},
) {
  const commands: string[] = [];
  const host: EraseHost = {
    readDisks: async () => disks,
    run: async (argv) => {
      commands.push(argv.join(' '));
      return argv.includes('--noheadings') ? left : '';
    },
  };
  const { signal } = new AbortController();
  const end = await eraseDisks({ ...work, ...change }, { isResumed: false, signal, onEvent: () => {} }, host);
  return { commands, end };
}

describe('the erasure of a disk', () => {
  it('removes the signatures of its partitions and its own, and verifies this', async () => {
    expect(await erase()).toEqual({
      commands: [
        'wipefs --all --quiet /dev/vda1',
        'wipefs --all --quiet /dev/vda',
        'wipefs --noheadings /dev/vda',
      ],
      end: { isInterrupted: false },
    });
    expect((await erase({}, { left: '0x438 ext4' })).end.failure?.message).toBe(
      '/dev/vda still has signatures',
    );
  });

  it('can write zeros to all of it', async () => {
    expect((await erase({ method: 'zero' })).commands[2]).toBe('blkdiscard --zeroout /dev/vda');
  });

  it.each([
    ['no disk has the serial number', [testDisk('/dev/vda')], '0 disks have the serial number S1'],
    ['two disks have it', [disk, disk], '2 disks have the serial number S1'],
    [
      'a partition is mounted',
      [{ ...disk, partitions: [{ ...partition, mountPoints: ['/mnt'] }] }],
      '/dev/vda is in use: /mnt',
    ],
    ['it is swap space', [{ ...disk, swap: true }], '/dev/vda is in use: swap'],
  ])('starts no program if %s', async (_name, disks, message) => {
    const { commands, end } = await erase({}, { disks });
    expect([commands, end.failure?.message]).toEqual([[], message]);
  });

  it('starts no program if one of several disks cannot be erased', async () => {
    expect((await erase({ disks: ['S1', 'S2'] })).commands).toEqual([]);
  });
});
