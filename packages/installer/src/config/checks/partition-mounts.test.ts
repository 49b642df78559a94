import { describe, expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

const efi = { kind: 'efi', size: '1GiB' };
const root = { kind: 'root', size: 'rest' };
const btrfs = { ...root, 'file-system': 'btrfs' };
const keep = { partuuid: '0fc63daf-8483-4772-8e79-3d69d8477de4' };
const data = { kind: 'data', mount: '/srv', size: '1GiB' };

const found = (partitions: readonly object[], disk: object = {}, more: object = {}): string[] =>
  checkWith({ 'x-writ': { disk: { layout: 'partitions', partitions, ...disk }, ...more } }).findings.map(
    ({ pointer = '', message, hint = '' }) =>
      `${pointer.replace('/x-writ/disk/partitions/', '')}: ${message} (${hint})`,
  );

const swap = { swap: { kind: 'file', size: '1GiB' } };
const snapper = { btrfs: { snapshots: 'snapper' } };

describe('the mount point of a partition', () => {
  it.each([
    ['/bin', '/bin is a link to /usr/bin'],
    ['/bin/x', '/bin is a link to /usr/bin'],
    ['/sbin', '/sbin is a link to /usr/bin'],
    ['/lib', '/lib is a link to /usr/lib'],
    ['/lib/modules', '/lib is a link to /usr/lib'],
    ['/lib64', '/lib64 is a link to /usr/lib'],
    ['/var/run', '/var/run is a link to /run'],
    ['/var/lock', '/var/lock is a link to /run/lock'],
    ['/var/mail', '/var/mail is a link to /var/spool/mail'],
    ['/tmp/x', 'the installation empties /tmp'],
  ])('%s is not available, and the finding says that %s', (mount, reason) => {
    expect(found([efi, root, { ...data, mount }])).toEqual([
      `2/mount: data cannot be mounted at "${mount}" (${reason})`,
    ]);
    const subvolumes = [
      { name: '@', mount: '/' },
      { name: '@x', mount },
    ];
    const { findings } = checkWith({
      'x-writ': { disk: { 'file-system': 'btrfs', btrfs: { subvolumes } } },
    });
    expect(findings).toMatchObject([
      {
        rule: 'subvolume',
        pointer: '/x-writ/disk/btrfs/subvolumes/1/mount',
        message: `a subvolume cannot be mounted at "${mount}"`,
        hint: reason,
      },
    ]);
  });

  it.each<[string, object, object, object]>([
    ['/swap', btrfs, {}, swap],
    ['/swapfile', root, {}, swap],
    ['/swapfile', btrfs, { btrfs: { subvolumes: [] } }, swap],
    ['/.snapshots', btrfs, snapper, {}],
    ['/.snapshots/x', btrfs, snapper, {}],
  ])('%s is not available on %j with %j and %j', (mount, system, disk, more) => {
    expect(found([efi, system, { ...data, mount }], disk, more)).toEqual([
      expect.stringContaining(`2/mount: data cannot be mounted at "${mount}" (/`),
    ]);
  });

  it.each<[string, object, object, object]>([
    ['/swap', root, {}, swap],
    ['/swap', btrfs, {}, {}],
    ['/swapfile', btrfs, {}, swap],
    ['/.snapshots', root, {}, {}],
    ['/library', root, {}, {}],
    ['/var/runtime', root, {}, {}],
    ['/tmp', root, {}, {}],
  ])('%s is available on %j with %j and %j', (mount, system, disk, more) => {
    expect(found([efi, system, { ...data, mount }], disk, more)).toEqual([]);
  });

  it.each(['/home', '/home/ada', '/opt', '/root', '/var', '/var/lib/x'])(
    '%s requires owners of files',
    (mount) => {
      const vfat = { ...data, 'file-system': 'vfat' };
      expect(found([efi, root, { ...vfat, mount }])).toEqual([
        expect.stringContaining(`2/mount: data cannot be mounted at "${mount}" (vfat cannot store`),
      ]);
      expect(found([efi, root, vfat])).toEqual([]);
    },
  );
});

describe('a mount option of a partition', () => {
  const list = [efi, root, { kind: 'home', size: '1GiB' }, data];
  const withOption = (entry: object, option: string): string[] =>
    found(list.map((one) => (one === entry ? { ...one, options: ['noatime', option] } : one)));

  it.each<[object, string, string]>([
    [root, 'noauto', '1/options/1'],
    [root, 'ro', '1/options/1'],
    [efi, 'ro', '0/options/1'],
    [root, 'subvol=@x', '1/options/1'],
    [data, 'subvolid=5', '3/options/1'],
    [data, 'bind', '3/options/1'],
    [data, 'rbind', '3/options/1'],
    [data, 'remount', '3/options/1'],
    [root, 'noexec', '1/options/1'],
    [root, 'nosuid', '1/options/1'],
    [root, 'users', '1/options/1'],
    [data, 'nosuchoption', '3/options/1'],
    [data, 'compress=zstd', '3/options/1'],
    [data, 'commit', '3/options/1'],
    [data, 'noatime=1', '3/options/1'],
    [efi, 'commit=5', '0/options/1'],
    [root, 'x-', '1/options/1'],
  ])('is reported if it cannot work: %j %s', (entry, option, place) => {
    expect(withOption(entry, option)).toEqual([
      expect.stringContaining(`${place}: the mount option "${option}" cannot be used here: `),
    ]);
  });

  it.each<[object, string]>([
    [data, 'ro'],
    [data, 'noauto'],
    [efi, 'noauto'],
    [root, 'commit=60'],
    [data, 'x-systemd.automount'],
    [data, 'noexec'],
    [data, 'nofail'],
    [efi, 'fmask=0137'],
  ])('is accepted if it can work: %j %s', (entry, option) => {
    expect(withOption(entry, option)).toEqual([]);
  });

  it('can name a subvolume of a kept file system', () => {
    const photos = { kind: 'data', mount: '/srv/photos', keep, options: ['subvol=/photos', 'ro'] };
    expect(found([efi, root, photos])).toEqual([]);
    expect(found([efi, root, { ...photos, keep: { ...keep, format: true } }])).toHaveLength(1);
  });

  it.each(['/opt', '/var'])('cannot prevent programs of packages from running: %s', (mount) => {
    expect(found([efi, root, { ...data, mount, options: ['noexec'] }])).toEqual([
      '2/options/0: the mount option "noexec" cannot be used here: programs in this partition could not run (remove it)',
    ]);
  });

  it.each<[string, string, number]>([
    ['btrfs', 'compress=zstd', 0],
    ['btrfs', 'commit=30', 0],
    ['btrfs', 'data=ordered', 1],
    ['xfs', 'logbsize=256k', 0],
    ['xfs', 'commit=30', 1],
    ['f2fs', 'atgc', 0],
    ['f2fs', 'compress=zstd', 1],
    ['vfat', 'uid=1000', 0],
    ['vfat', 'acl', 1],
  ])('depends on the file system: %s %s', (fileSystem, option, count) => {
    const entry = { ...data, 'file-system': fileSystem, options: [option] };
    expect(found([efi, root, entry])).toHaveLength(count);
    const standard = { ...data, options: [option] };
    if (fileSystem !== 'vfat')
      expect(found([efi, root, standard], { 'file-system': fileSystem })).toHaveLength(count);
  });

  it('may be one of any file system for a partition that remains', () => {
    const photos = { kind: 'data', mount: '/srv/photos', keep };
    expect(found([efi, root, { ...photos, options: ['compress=zstd', 'uid=1000'] }])).toEqual([]);
    expect(found([efi, root, { ...photos, options: ['nosuchoption'] }])).toHaveLength(1);
  });
});

describe('the label of a vfat partition', () => {
  it.each([
    ['label of efi', { ...efi, label: 'my.esp' }, 1],
    ['label of data', { ...data, 'file-system': 'vfat', label: 'my.data' }, 1],
    ['label of ext4', { ...data, label: 'my.data' }, 0],
  ])('cannot contain a dot: %s', (_what, entry, count) => {
    const list = entry.kind === 'efi' ? [entry, root] : [efi, root, entry];
    expect(found(list).filter((line) => line.includes('cannot contain a dot'))).toHaveLength(count);
  });
});
