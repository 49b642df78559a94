import { describe, expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

const efi = { kind: 'efi', size: '1GiB' };
const root = { kind: 'root', size: 'rest' };
const keep = { partuuid: '0fc63daf-8483-4772-8e79-3d69d8477de4' };
const luks = { '!passphrase': 'a long passphrase' };

const found = (partitions: unknown, disk: object = {}, more: object = {}): string[] =>
  checkWith({ 'x-writ': { disk: { layout: 'partitions', partitions, ...disk }, ...more } }).findings.map(
    ({ rule, pointer = '', message }) => `${rule} ${pointer.replace('/x-writ/disk', '')}: ${message}`,
  );

describe('a list of partitions', () => {
  it.each<[string, unknown, object]>([
    ['with the required partitions', [efi, root], {}],
    [
      'with kept partitions',
      [{ keep }, efi, root, { kind: 'home', keep: { ...keep, partuuid: keep.partuuid.replace('0', '1') } }],
      {},
    ],
    ['with encryption', [efi, { ...root, luks: true }, { kind: 'swap', size: '1GiB', luks: true }], { luks }],
    [
      'with btrfs settings for one partition',
      [efi, { ...root, 'file-system': 'btrfs' }],
      { btrfs: { compression: 'none' } },
    ],
    ['with the rest of each drive', [efi, root, { kind: 'data', mount: '/srv', size: 'rest', drive: 1 }], {}],
  ])('is valid %s', (_what, partitions, disk) => {
    expect(found(partitions, disk)).toEqual([]);
  });

  it.each<[unknown, object, string]>([
    [[efi], {}, 'partitions /partitions: no partition is for /'],
    [[root], {}, 'partitions /partitions: systemd-bootctl requires an EFI system partition'],
    [
      [efi, root, { kind: 'root', size: '1GiB' }],
      {},
      'partitions /partitions/2: the list contains another partition of the kind root',
    ],
    [
      [efi, root, { kind: 'home', size: 'rest' }],
      {},
      'partitions /partitions/2/size: another partition of the drive takes the remaining space',
    ],
    [
      [efi, root, { kind: 'data', mount: '/home', size: '1GiB' }, { kind: 'home', size: '1GiB' }],
      {},
      'partitions /partitions/3: "/home" is the mount point of another partition',
    ],
    [
      [efi, root, { kind: 'data', mount: '/etc/x', size: '1GiB' }],
      {},
      'partitions /partitions/2/mount: data cannot be mounted at "/etc/x"',
    ],
    [
      [efi, root, { kind: 'data', size: '1GiB' }],
      {},
      'partitions /partitions/2: the partition has no mount point',
    ],
    [
      [efi, { ...root, mount: '/mnt' }],
      {},
      'partitions /partitions/1/mount: a partition of the kind root cannot be mounted at "/mnt"',
    ],
    [[efi, root, { size: '1GiB' }], {}, 'partitions /partitions/2: the partition has no kind'],
    [[efi, { kind: 'root' }], {}, 'partitions /partitions/1: the partition has no size'],
    [
      [efi, root, { keep, size: '1GiB' }],
      {},
      'partitions /partitions/2/size: a kept partition retains its size',
    ],
    [
      [efi, root, { keep, kind: 'home', 'file-system': 'xfs' }],
      {},
      'partitions /partitions/2/file-system: a kept partition retains its file system unless it is formatted',
    ],
    [
      [efi, { keep, kind: 'root' }],
      {},
      'partitions /partitions/1/kind: the new system must not write to a kept partition of the kind root',
    ],
    [
      [{ keep, kind: 'efi' }, root],
      {},
      'partitions /partitions/0/kind: the new system must not write to a kept partition of the kind efi',
    ],
    [
      [efi, root, { keep, kind: 'bios' }],
      {},
      'partitions /partitions/2/kind: boot code requires a new partition',
    ],
    [
      [efi, root, { keep: { ...keep, format: true }, kind: 'bios' }],
      {},
      'partitions /partitions/2/kind: boot code requires a new partition',
    ],
    [
      [efi, root, { keep }, { keep }],
      {},
      `partitions /partitions/3/keep/partuuid: the partition ${keep.partuuid} is in the list twice`,
    ],
    [
      [{ ...efi, 'file-system': 'ext4' }, root],
      {},
      'partitions /partitions/0/file-system: a partition of the kind efi cannot contain ext4',
    ],
    [
      [
        { ...efi, luks: true },
        { ...root, luks: true },
      ],
      { luks },
      'partitions /partitions/0/luks: a partition of the kind efi cannot be encrypted',
    ],
    [
      [efi, { ...root, luks: true }],
      {},
      'partitions /partitions/1/luks: there is no passphrase for the encrypted partition',
    ],
    [[efi, root], { luks }, 'partitions /luks: no partition is encrypted with the passphrase'],
    [
      [efi, root, { kind: 'data', mount: '/srv', size: '1GiB', drive: 0 }],
      { home: { size: 'rest', 'root-size': '4GiB' } },
      'partitions /home: the layout partitions excludes home',
    ],
    [
      [{ ...efi, drive: 1 }, root],
      {},
      'partitions /partitions/0/drive: the machine starts from the first drive',
    ],
    [
      [efi, root, { kind: 'swap', size: '1GiB', options: ['noatime'] }],
      {},
      'partitions /partitions/2/options: the partition is not mounted',
    ],
    [undefined, {}, 'partitions /layout: the layout partitions requires a list of partitions'],
  ])('%j with %j has one finding', (partitions, disk, expected) => {
    expect(found(partitions, disk)).toEqual([expect.stringContaining(expected)]);
  });

  it('has one finding if a kept partition has no UUID', () => {
    expect(found([efi, root, { keep: {} }])).toEqual([
      expect.stringContaining('missing-key /partitions/2/keep'),
    ]);
  });

  it('has one finding if it is too long', () => {
    const data = Array.from({ length: 130 }, (_item, index) => ({
      kind: 'data',
      mount: `/srv/${index}`,
      size: '1GiB',
    }));
    expect(found([efi, root, ...data])).toEqual([
      'wrong-format /partitions: x-writ.disk.partitions has 132 entries',
    ]);
  });

  it('has no effect with the layout whole', () => {
    expect(found([efi, root], { layout: 'whole' })).toEqual([
      'partitions /partitions: the list has no effect, because the layout is whole',
    ]);
  });

  it('requires btrfs on the root partition for snapshots', () => {
    const data = { kind: 'data', mount: '/srv', size: '1GiB', 'file-system': 'btrfs' };
    const btrfs = { snapshots: 'snapper' };
    expect(found([efi, root, data], { btrfs })).toEqual([
      'partitions /btrfs/snapshots: snapshots require btrfs on the partition of the kind root',
    ]);
    expect(found([efi, { ...root, 'file-system': 'btrfs' }], { btrfs })).toEqual([]);
  });

  it('excludes a swap partition in x-writ.swap', () => {
    expect(found([efi, root], {}, { swap: { kind: 'partition', size: '1GiB' } })).toEqual([
      'partitions /x-writ/swap/kind: the layout partitions excludes this kind of swap space',
    ]);
  });
});

it('a finding about two partitions for the remaining space suggests a size', () => {
  const partitions = [efi, root, { kind: 'home', size: 'rest' }];
  const { findings } = checkWith({ 'x-writ': { disk: { layout: 'partitions', partitions } } });
  expect(findings).toMatchObject([{ hint: 'write a size for one of them, such as "40GiB"' }]);
});

it('an encrypted partition that is kept without a kind has one finding', () => {
  expect(found([efi, { ...root, luks: true }, { keep, luks: true }], { luks })).toEqual([
    'partitions /partitions/2/luks: a kept partition is not encrypted unless it is formatted',
  ]);
});
