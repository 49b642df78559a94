import { describe, expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

const found = (disk: object, more: object = {}, top: object = {}): string[] =>
  rulesAndPointers(checkWith({ ...top, 'x-writ': { disk: { layout: 'mounted', ...disk }, ...more } }));

describe('the layout mounted', () => {
  it('is valid without other settings of disks, and with compressed memory as swap space', () => {
    expect(found({})).toEqual([]);
    expect(found({}, { swap: { kind: 'zram' } })).toEqual([]);
    expect(found({}, { swap: { kind: 'none' } }, { harddrives: [] })).toEqual([]);
  });

  it.each<[string, object, object, object, string]>([
    ['a file system', { 'file-system': 'xfs' }, {}, {}, '/x-writ/disk/file-system'],
    ['a partition for /home', { home: { size: 'rest', 'root-size': '40GiB' } }, {}, {}, '/x-writ/disk/home'],
    ['encryption', { luks: { '!passphrase': 'a long passphrase' } }, {}, {}, '/x-writ/disk/luks'],
    ['RAID', { raid: 1 }, {}, {}, '/x-writ/disk/raid'],
    ['drives', {}, {}, { harddrives: ['/dev/sda'] }, '/harddrives'],
    ['a swap file', {}, { swap: { kind: 'file', size: '1GiB' } }, {}, '/x-writ/swap/kind'],
    ['a swap partition', {}, { swap: { kind: 'partition', size: '1GiB' } }, {}, '/x-writ/swap/kind'],
  ])('does not permit %s', (_what, disk, more, top, pointer) => {
    expect(found(disk, more, top)).toEqual([`prepared-folder ${pointer}`]);
  });

  it('does not permit a list of partitions', () => {
    const partitions = [
      { kind: 'efi', size: '1GiB' },
      { kind: 'root', size: 'rest' },
    ];
    expect(found({ partitions })).toContain('prepared-folder /x-writ/disk/partitions');
  });
});
