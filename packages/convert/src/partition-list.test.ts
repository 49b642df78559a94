import { hasErrors } from '@writ/diagnostics';
import { checkConfiguration } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import { convertConfiguration, type ConvertResult } from './convert.ts';
import { outputOf } from './testing.ts';

const minimal = {
  bootloader: 'Systemd-boot',
  kernels: ['linux'],
  'mirror-region': {},
  '!root-password': 'x',
};
const GIB = 2 ** 30;
const size = (gibibytes: number): object => ({ unit: 'B', value: gibibytes * GIB, sector_size: null });
const efi = { status: 'create', fs_type: 'fat32', mountpoint: '/boot', size: size(1) };
const root = { status: 'create', fs_type: 'ext4', mountpoint: '/', size: size(40), obj_id: 'root' };
const data = { status: 'create', fs_type: 'xfs', mountpoint: '/srv', size: size(20) };
const foreignEfi = { status: 'existing', fs_type: 'fat32', mountpoint: '/boot', dev_path: '/dev/sda1' };
const windows = { status: 'existing', fs_type: 'ntfs', mountpoint: null, dev_path: '/dev/sda2' };
const photos = {
  status: 'existing',
  fs_type: 'ext4',
  mountpoint: '/srv/photos',
  dev_path: '/dev/sda3',
  mount_options: ['noatime'],
};
const KEY = 'disk_config.device_modifications[0].partitions';
const uuid = (digit: number): string => `a91c1a52-000${digit}-4c2b-9a51-6d1f5f1f000${digit}`;

interface Options {
  readonly wipe?: boolean;
  readonly change?: object;
  readonly disk?: object;
  readonly partuuids?: Readonly<Record<string, string>>;
  readonly acceptLoss?: readonly string[];
}

/** Converts a configuration with these partitions on the first drive. */
function convertPartitions(partitions: readonly object[], options: Options = {}): ConvertResult {
  const { wipe = true, change = {}, disk = {}, partuuids = {}, acceptLoss = [] } = options;
  const value = {
    ...minimal,
    disk_config: {
      config_type: 'manual_partitioning',
      device_modifications: [{ device: '/dev/sda', wipe, partitions }],
      ...disk,
    },
    ...change,
  };
  const config = { file: 'old.json', text: JSON.stringify(value) };
  return convertConfiguration({ config, partuuids, acceptLoss });
}

/** Returns `x-writ.disk` of a conversion without losses whose result has no errors. */
function diskOf(result: ConvertResult): Record<string, unknown> {
  expect(result.acceptable).toEqual([]);
  const { findings } = checkConfiguration({ config: { file: 'new.json', text: result.text ?? '' } });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return (outputOf(result)['x-writ'] as { disk: Record<string, unknown> }).disk;
}

const listOf = (result: ConvertResult): unknown => diskOf(result)['partitions'];

describe('partitions that no other key can express', () => {
  it('become a list, in which the last one fills the drive', () => {
    const result = convertPartitions([efi, root, data]);
    expect(diskOf(result)).toEqual({
      layout: 'partitions',
      partitions: [
        { kind: 'efi', size: '1024MiB' },
        { kind: 'root', size: '40960MiB' },
        { kind: 'data', size: 'rest', 'file-system': 'xfs', mount: '/srv' },
      ],
    });
    expect(outputOf(result)['harddrives']).toEqual(['/dev/sda']);
  });

  it('report each size that the list does not contain', () => {
    const sizes = (result: ConvertResult): unknown =>
      result.keys
        .filter(({ key }) => key.endsWith('.size'))
        .map(({ key, outcome, explanation }) => [key, outcome, explanation]);
    expect(sizes(convertPartitions([efi, root, data]))).toEqual([
      [`${KEY}[2].size`, 'changed', 'becomes the remaining space of the drive'],
    ]);
    const relative = { ...data, size: { unit: 'Percent', value: 50 } };
    expect(sizes(convertPartitions([efi, root, relative]))).toHaveLength(1);
    // Such a partition fills the drive in archinstall, too.
    const all = { ...data, size: { unit: 'Percent', value: 100 } };
    expect(sizes(convertPartitions([efi, root, all]))).toEqual([]);
    // Without a list, Writ chooses the size of /boot, and / fills the drive.
    expect(sizes(convertPartitions([efi, root]))).toEqual([
      [`${KEY}[0].size`, 'changed', 'is left out: Writ chooses the size of /boot itself'],
      [`${KEY}[1].size`, 'changed', 'becomes the remaining space of the drive'],
    ]);
    const home = { ...root, mountpoint: '/home', obj_id: 'home' };
    expect(sizes(convertPartitions([efi, root, home]))).toEqual([
      [`${KEY}[0].size`, 'changed', 'is left out: Writ chooses the size of /boot itself'],
      [`${KEY}[2].size`, 'changed', 'becomes the remaining space of the drive'],
    ]);
  });

  it('may have the file system f2fs', () => {
    const list = listOf(convertPartitions([efi, root, { ...data, fs_type: 'f2fs' }]));
    expect(list).toMatchObject([{}, {}, { kind: 'data', 'file-system': 'f2fs' }]);
  });

  it('may include /home with another file system, and several partitions for swap space', () => {
    const swap = { status: 'create', fs_type: 'linux-swap', mountpoint: null, size: size(2) };
    const home = { ...data, mountpoint: '/home', mount_options: ['noatime'] };
    expect(listOf(convertPartitions([efi, swap, root, swap, home]))).toEqual([
      { kind: 'efi', size: '1024MiB' },
      { kind: 'swap', size: '2048MiB' },
      { kind: 'root', size: '40960MiB' },
      { kind: 'swap', size: '2048MiB' },
      { kind: 'home', size: 'rest', 'file-system': 'xfs', options: ['noatime'] },
    ]);
  });

  it('retain subvolumes, compression and snapshots of the file system for /', () => {
    const btrfs = {
      ...root,
      fs_type: 'btrfs',
      mountpoint: null,
      btrfs: [{ name: '@', mountpoint: '/' }],
      mount_options: ['compress=zstd:3', 'noatime'],
    };
    const disk = { btrfs_options: { snapshot_config: { type: 'Snapper' } } };
    expect(diskOf(convertPartitions([efi, btrfs, data], { disk }))).toEqual({
      layout: 'partitions',
      btrfs: { compression: 'zstd:3', subvolumes: [{ name: '@', mount: '/' }], snapshots: 'snapper' },
      partitions: [
        { kind: 'efi', size: '1024MiB' },
        { kind: 'root', size: '40960MiB', 'file-system': 'btrfs', options: ['noatime'] },
        { kind: 'data', size: 'rest', 'file-system': 'xfs', mount: '/srv' },
      ],
    });
  });

  it('are encrypted one by one', () => {
    const change = {
      disk_encryption: { encryption_type: 'luks', partitions: ['root'] },
      encryption_password: 'correct horse',
    };
    expect(diskOf(convertPartitions([efi, root, data], { change }))).toMatchObject({
      luks: { '!passphrase': 'correct horse' },
      partitions: [
        { kind: 'efi' },
        { kind: 'root', luks: true },
        { kind: 'data', size: 'rest', 'file-system': 'xfs', mount: '/srv' },
      ],
    });
  });

  it('may be encrypted although / is not', () => {
    const change = {
      disk_encryption: { encryption_type: 'luks', partitions: ['data'] },
      encryption_password: 'correct horse',
    };
    expect(diskOf(convertPartitions([efi, root, { ...data, obj_id: 'data' }], { change }))).toMatchObject({
      luks: { '!passphrase': 'correct horse' },
      partitions: [{ kind: 'efi' }, { kind: 'root' }, { kind: 'data', luks: true }],
    });
  });

  it('lose no encryption with logical volumes silently', () => {
    const change = { disk_encryption: { encryption_type: 'luks_on_lvm', partitions: ['root'] } };
    expect(convertPartitions([efi, root, data], { change }).acceptable).toEqual(['disk_encryption']);
  });

  it('may be on a second drive', () => {
    const second = { device: '/dev/sdb', wipe: true, partitions: [data] };
    const first = { device: '/dev/sda', wipe: true, partitions: [efi, root] };
    const result = convertPartitions([], { disk: { device_modifications: [first, second] } });
    expect(outputOf(result)['harddrives']).toEqual(['/dev/sda', '/dev/sdb']);
    expect(listOf(result)).toEqual([
      { kind: 'efi', size: '1024MiB' },
      { kind: 'root', size: 'rest' },
      { drive: 1, kind: 'data', size: 'rest', 'file-system': 'xfs', mount: '/srv' },
    ]);
  });

  it.each([
    ['with GRUB and without an EFI system partition, for BIOS', [root, data], [{ kind: 'bios' }]],
    [
      'with GRUB and an encrypted system, for BIOS',
      [{ ...root, encrypted: true, '!password': 'correct horse' }, data],
      [{ kind: 'bios' }, { kind: 'boot', size: '1GiB' }],
    ],
  ])('are complemented by the partitions for the boot loader: %s', (_case, partitions, added) => {
    const list = listOf(convertPartitions(partitions, { change: { bootloader: 'Grub' } }));
    expect((list as unknown[]).slice(0, added.length)).toEqual(added);
  });

  it('exclude a separate /boot on UEFI machines, where the EFI system partition is mounted there', () => {
    const result = convertPartitions([
      { ...efi, mountpoint: '/efi' },
      { ...root, mountpoint: '/boot' },
      root,
      data,
    ]);
    expect((listOf(result) as { kind: string }[]).map(({ kind }) => kind)).toEqual(['efi', 'root', 'data']);
    expect(result.findings).toContainEqual(
      expect.objectContaining({
        rule: 'nearest-equivalent',
        pointer: expect.stringMatching(/partitions\/1$/),
      }),
    );
  });

  it.each<[string, object[], string]>([
    [
      'a file system that Writ does not create',
      [efi, { ...root, fs_type: 'nilfs2' }],
      'Writ does not create "nilfs2"',
    ],
    ['no file system', [efi, root, { ...data, fs_type: null }], 'a partition has no file system'],
    ['no mount point', [efi, root, { ...data, mountpoint: null }], 'a partition has no mount point'],
    [
      'a mount point that the system needs earlier',
      [efi, root, { ...data, mountpoint: '/etc' }],
      'no partition can be mounted at "/etc"',
    ],
    ['an equal mount point', [efi, root, data, data], 'two file systems have the same mount point'],
    ['no EFI system partition', [root, data], 'there is no EFI system partition'],
    [
      'several relative sizes',
      [efi, { ...root, size: '40%' }, { ...data, size: '60%' }],
      'the sizes of several partitions of a drive are not absolute',
    ],
    ['an encrypted /boot', [{ ...efi, encrypted: true }, root, data], 'Writ does not encrypt /boot'],
    [
      'subvolumes besides those for /',
      [efi, root, { ...data, fs_type: 'btrfs', btrfs: [{ name: '@srv', mountpoint: '/srv' }] }],
      'Writ creates subvolumes only in the file system of /',
    ],
  ])('would be lost with %s', (_case, partitions, reason) => {
    const result = convertPartitions(partitions);
    expect(result.acceptable).toContain(KEY);
    const loss = result.findings.find(
      ({ pointer }) => pointer === '/disk_config/device_modifications/0/partitions',
    );
    expect(loss?.message).toBe(`${KEY} would be lost: ${reason}`);
  });
});

describe('existing partitions', () => {
  const partitions = [foreignEfi, windows, photos, root];
  const partuuids = { [`${KEY}[0]`]: uuid(1), [`${KEY}[1]`]: uuid(2), [`${KEY}[2]`]: uuid(3) };

  it('remain, and an EFI system partition is added', () => {
    const result = convertPartitions(partitions, { wipe: false, partuuids });
    expect(diskOf(result)).toEqual({
      layout: 'partitions',
      partitions: [
        { kind: 'efi', size: '1GiB' },
        { keep: { partuuid: uuid(1) } },
        { keep: { partuuid: uuid(2) } },
        { keep: { partuuid: uuid(3) }, kind: 'data', mount: '/srv/photos', options: ['noatime'] },
        { kind: 'root', size: 'rest' },
      ],
    });
    expect(outputOf(result)['harddrives']).toEqual(['/dev/sda']);
    expect(result.needlessPartuuids).toEqual([]);
  });

  it('are lost without their PARTUUIDs, each with the option that names it', () => {
    const result = convertPartitions(partitions, { wipe: false, partuuids: { [`${KEY}[2]`]: uuid(3) } });
    expect(result.text).toBeUndefined();
    expect(result.unnamed).toEqual([
      { key: `${KEY}[0]`, description: '"/dev/sda1", "fat32"' },
      { key: `${KEY}[1]`, description: '"/dev/sda2", "ntfs"' },
    ]);
    const finding = result.findings.find(({ pointer = '' }) => pointer.endsWith('/partitions/1'));
    expect(finding).toMatchObject({
      rule: 'setting-lost',
      severity: 'error',
      message: `${KEY}[1] would be lost: the file does not contain the PARTUUID of "/dev/sda2", "ntfs", which Writ needs to keep the partition`,
      hint: `pass --partuuid '${KEY}[1]=PARTUUID', with the PARTUUID that lsblk -o NAME,PARTUUID prints; to convert without it, pass --accept-loss '${KEY}[1]'`,
    });
  });

  it('are left out together with their drive if the loss is accepted', () => {
    const result = convertPartitions(partitions, { wipe: false, acceptLoss: ['disk_config'] });
    expect(result.acceptable).toEqual([]);
    expect(outputOf(result)).not.toHaveProperty('harddrives');
    expect(outputOf(result)).not.toHaveProperty('x-writ');
  });

  it('are formatted if the file changes them', () => {
    const changed = { ...root, status: 'modify', fs_type: 'btrfs', btrfs: [] };
    const result = convertPartitions([efi, changed, photos], {
      wipe: false,
      partuuids: { [`${KEY}[1]`]: uuid(1), [`${KEY}[2]`]: uuid(2) },
    });
    expect(listOf(result)).toEqual([
      { kind: 'efi', size: '1024MiB' },
      { keep: { partuuid: uuid(1), format: true }, kind: 'root', 'file-system': 'btrfs' },
      { keep: { partuuid: uuid(2) }, kind: 'data', mount: '/srv/photos', options: ['noatime'] },
    ]);
  });

  it('that the file deletes are not in the list', () => {
    const result = convertPartitions([{ ...windows, status: 'delete' }, efi, root, photos], {
      wipe: false,
      partuuids: { [`${KEY}[3]`]: uuid(1) },
    });
    expect(listOf(result)).toEqual([
      { kind: 'efi', size: '1024MiB' },
      // Partitions remain, and none is added, so the free space is sufficient for the sizes in the file.
      { kind: 'root', size: '40960MiB' },
      { keep: { partuuid: uuid(1) }, kind: 'data', mount: '/srv/photos', options: ['noatime'] },
    ]);
  });

  it('are named by the file itself in archinstall 2.5 and earlier', () => {
    const old = {
      ...minimal,
      bootloader: 'systemd-bootctl',
      harddrives: ['/dev/sda'],
      disk_layouts: {
        '/dev/sda': {
          wipe: false,
          partitions: [
            {
              wipe: false,
              PARTUUID: uuid(1).toUpperCase(),
              filesystem: { format: 'vfat' },
              mountpoint: null,
            },
            { wipe: true, PARTUUID: uuid(2), filesystem: { format: 'xfs' }, mountpoint: '/' },
            { wipe: false, PARTUUID: uuid(3), filesystem: { format: 'ext4' }, mountpoint: '/home' },
          ],
        },
      },
    };
    const result = convertConfiguration({ config: { file: 'old.json', text: JSON.stringify(old) } });
    expect(listOf(result)).toEqual([
      { kind: 'efi', size: '1GiB' },
      { keep: { partuuid: uuid(1) } },
      { keep: { partuuid: uuid(2), format: true }, kind: 'root', 'file-system': 'xfs' },
      { keep: { partuuid: uuid(3) }, kind: 'home' },
    ]);
  });

  it('with one mounted subvolume of btrfs are mounted with it', () => {
    const home = {
      ...photos,
      fs_type: 'btrfs',
      mountpoint: null,
      mount_options: [],
      btrfs: [{ name: '@home', mountpoint: '/home' }],
    };
    const result = convertPartitions([efi, root, home], {
      wipe: false,
      partuuids: { [`${KEY}[2]`]: uuid(1) },
    });
    expect((listOf(result) as object[])[2]).toEqual({
      keep: { partuuid: uuid(1) },
      kind: 'home',
      options: ['subvol=/@home'],
    });
  });

  it.each<[string, object[], string]>([
    [
      'a file system for / that is not created',
      [efi, { ...root, status: 'existing' }],
      'Writ does not install into a file system that it does not create',
    ],
    [
      'an encrypted partition',
      [efi, root, { ...photos, encrypted: true }],
      'Writ cannot open a kept encrypted partition',
    ],
    [
      'several mounted subvolumes',
      [
        efi,
        root,
        {
          ...photos,
          mountpoint: null,
          btrfs: [
            { name: '@home', mountpoint: '/home' },
            { name: '@srv', mountpoint: '/srv' },
          ],
        },
      ],
      'Writ mounts a kept file system only once',
    ],
  ])('would be lost with %s', (_case, list, reason) => {
    const { findings } = convertPartitions(list, { wipe: false });
    expect(findings.map(({ message }) => message)).toContain(`${KEY} would be lost: ${reason}`);
  });

  it('of a drive that the file does not erase could be deleted, if it lists only new ones', () => {
    const result = convertPartitions([efi, root], { wipe: false });
    const wipe = 'disk_config.device_modifications[0].wipe';
    expect(result.acceptable).toEqual([wipe]);
    expect(listOf(convertPartitions([efi, root], { wipe: false, acceptLoss: [wipe] }))).toEqual([
      { kind: 'efi', size: '1024MiB' },
      { kind: 'root', size: 'rest' },
    ]);
  });

  it('of a drive that the file erases contradict it', () => {
    const result = convertPartitions([efi, root, photos], { partuuids: { [`${KEY}[2]`]: uuid(1) } });
    expect(hasErrors(result.findings)).toBe(true);
    expect(result.text).toBeUndefined();
  });
});

it('a PARTUUID for a key that is not a partition to keep is reported as unnecessary', () => {
  const key = `${KEY}[3]`;
  const result = convertPartitions([efi, root, photos], {
    wipe: false,
    partuuids: { [`${KEY}[2]`]: uuid(1), [key]: uuid(2) },
  });
  expect(result.needlessPartuuids).toEqual([{ key, near: `${KEY}[2]` }]);
});

it('different passphrases of partitions are reported, because Writ uses one for all', () => {
  const encrypted = { encrypted: true, '!password': 'canary horse' };
  const result = convertPartitions([
    efi,
    { ...root, ...encrypted },
    { ...data, ...encrypted, '!password': 'canary other' },
  ]);
  expect(diskOf(result)['luks']).toEqual({ '!passphrase': 'canary horse' });
  expect(result.findings).toContainEqual(
    expect.objectContaining({
      rule: 'nearest-equivalent',
      message: `${KEY}[2].!password is left out: all encrypted partitions have the same passphrase`,
    }),
  );
  expect(JSON.stringify(result.findings)).not.toContain('canary');
});
