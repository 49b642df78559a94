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

  it.each(['/home', '/opt', '/root', '/var', '/var/lib/x'])('%s requires owners of files', (mount) => {
    const vfat = { ...data, 'file-system': 'vfat' };
    expect(found([efi, root, { ...vfat, mount }])).toEqual([
      expect.stringContaining(`2/mount: data cannot be mounted at "${mount}" (vfat cannot store`),
    ]);
    expect(found([efi, root, vfat])).toEqual([]);
  });
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
  ])('is accepted if it can work or is unknown: %j %s', (entry, option) => {
    expect(withOption(entry, option)).toEqual([]);
  });

  it('can name a subvolume of a kept file system', () => {
    const photos = { kind: 'data', mount: '/srv', keep, options: ['subvol=/photos', 'ro'] };
    expect(found([efi, root, photos])).toEqual([]);
    expect(found([efi, root, { ...photos, keep: { ...keep, format: true } }])).toHaveLength(1);
  });
});
