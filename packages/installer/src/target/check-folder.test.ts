import { describe, expect, it } from 'vitest';
import type { Facts } from '../facts/facts.ts';
import type { FolderContents, FolderMount } from '../facts/folder-contents.ts';
import { machineFixture } from '../plan/testing.ts';
import { checkFolder, type CheckedFolder } from './check-folder.ts';

const laptop = machineFixture('uefi-laptop');
const GIB = 2 ** 30;

/** The laptop with an EFI system partition and three file systems on its disk. */
const facts: Facts = {
  ...laptop,
  disks: laptop.disks.map((disk) => ({
    ...disk,
    partitions: (['vfat', 'ext4', 'btrfs', 'ext4'] as const).map((type, index) => ({
      ...disk.partitions[0]!,
      path: `${disk.path}p${index + 1}`,
      links: [`/dev/disk/by-partlabel/part${index + 1}`],
      number: index + 1,
      start: index * GIB,
      size: GIB,
      uuid: `a91c1a52-0000-4c2b-9a51-6d1f5f1f000${index + 1}`,
      signatures: [{ type, uuid: `uuid-${index + 1}` }],
    })),
  })),
};
const device = facts.disks[0]!.path;

const mount = (place: string, number: number, changes: Partial<FolderMount> = {}): FolderMount => ({
  id: String(40 + number),
  parent: '42',
  number: `259:${number}`,
  source: `${device}p${number}`,
  mountPoint: place === '/' ? '/mnt' : `/mnt${place}`,
  fileSystem: ['vfat', 'ext4', 'btrfs', 'ext4'][number - 1]!,
  root: '/',
  options: ['rw', 'relatime'],
  place,
  entries: [],
  ...changes,
});

const omitEntries = ({ entries: _entries, ...rest }: FolderMount): FolderMount => rest;

const root = mount('/', 2);
const boot = mount('/boot', 1);

function check(
  mounts: readonly FolderMount[],
  { path = '/mnt', written = [] }: { path?: string; written?: readonly string[] } = {},
): Promise<CheckedFolder> {
  const contents: FolderContents = { path, mounts };
  return checkFolder(contents, facts, () => Promise.resolve(new Set(written)));
}

describe('a folder with mounted file systems', () => {
  it('is a target with the mounts, and with the disk of /boot', async () => {
    const { target, loss, findings } = await check([root, boot]);
    expect(findings).toEqual([]);
    expect(target).toMatchObject({
      kind: 'folder',
      path: '/mnt',
      bootDisk: { path: device },
      mounts: [
        { mountPoint: '/', fileSystem: 'ext4', uuid: 'uuid-2', isRetained: false },
        { mountPoint: '/boot', fileSystem: 'vfat', uuid: 'uuid-1', isRetained: false },
      ],
    });
    expect(loss).toMatchObject({
      description:
        'The file systems for /, /boot are not formatted; they are empty, so no data will be lost.',
      contents: [],
      folder: true,
    });
    expect(loss).not.toHaveProperty('kept');
    expect(loss).not.toHaveProperty('answers');
  });

  it('retains the files of file systems to which no package writes, and lists them', async () => {
    const entries = ['ada', 'b', 'c', 'd', 'e', 'f', 'g'];
    const { target, loss, findings } = await check([root, boot, mount('/home', 4, { entries })]);
    expect(findings).toEqual([]);
    expect(target?.mounts[2]).toMatchObject({ mountPoint: '/home', isRetained: true, entries });
    expect(loss).toMatchObject({
      description: expect.stringContaining('this remains in them: /home: ada, b, c, d, e and 2 more.'),
      kept: ['/home: ada, b, c, d, e and 2 more'],
      answers: ['/mnt'],
    });
  });

  it('may contain subvolumes of btrfs, and partitions that were mounted by another name', async () => {
    const { target } = await check([
      mount('/', 3, { root: '/@', options: ['rw', 'noatime', 'compress=zstd:3', 'ssd', 'subvol=/@'] }),
      boot,
      mount('/home', 3, {
        root: '/@our homes',
        source: '/dev/disk/by-partlabel/part3',
        options: ['rw', String.raw`subvol=/@our\040homes`],
      }),
    ]);
    expect(target?.mounts).toMatchObject([
      { subvolume: '@', options: ['noatime', 'compress=zstd:3'] },
      {},
      { subvolume: '@our homes', options: [] },
    ]);
  });

  it.each<[string, readonly FolderMount[], string]>([
    ['without a mount', [], 'target-kind /mnt is a folder, but no file system is mounted at it'],
    [
      'with a mount below it only',
      [boot],
      'target-kind /mnt is a folder, but no file system is mounted at it',
    ],
    [
      'with files in /',
      [{ ...root, entries: ['etc', 'usr'] }, boot],
      'folder-not-empty the file system for / is not empty: it contains etc, usr',
    ],
    [
      'with files beside a nested mount',
      [{ ...root, entries: ['srv/backups'] }, boot, mount('/srv/www', 4)],
      'folder-not-empty the file system for / is not empty: it contains srv/backups',
    ],
    [
      'with a mount that another one hides',
      [root, boot, { ...omitEntries(mount('/home', 4)), hiddenBy: root }],
      `folder-unsuitable ${device}p4, which is mounted at /mnt/home, is hidden by ${device}p2, which was mounted at /mnt later`,
    ],
    [
      'with files in /boot',
      [root, { ...boot, entries: ['EFI'] }],
      'folder-not-empty the file system for /boot is not empty: it contains EFI',
    ],
    [
      'with files in /var/log',
      [root, boot, mount('/var/log', 4, { entries: ['journal'] })],
      'folder-not-empty the file system for /var/log is not empty: it contains journal',
    ],
    [
      'with a file system in memory',
      [root, boot, mount('/srv', 4, { fileSystem: 'tmpfs', source: 'tmpfs' })],
      'folder-unsuitable the new system cannot mount tmpfs, which is mounted at /mnt/srv',
    ],
    [
      'with an encrypted file system',
      [{ ...root, source: '/dev/mapper/root' }, boot],
      'folder-unsuitable /dev/mapper/root, which is mounted at /mnt, is not a partition of a disk',
    ],
    ['that cannot be read', [omitEntries(root), boot], 'folder-unsuitable /mnt cannot be read'],
    [
      'that is read-only',
      [{ ...root, options: ['ro'] }, boot],
      'folder-unsuitable /mnt is mounted read-only',
    ],
    [
      'with a folder of another file system',
      [root, boot, mount('/srv', 4, { root: '/data' })],
      'folder-unsuitable only the folder /data of a file system is mounted at /mnt/srv',
    ],
    [
      'with a folder of a subvolume',
      [mount('/', 3, { root: '/@old/folder', options: ['rw', 'subvolid=256', 'subvol=/@old'] }), boot],
      `folder-unsuitable only the folder /@old/folder is mounted at /mnt, which is not a subvolume of ${device}p3`,
    ],
    [
      'with a folder of the top level of btrfs',
      [root, boot, mount('/srv', 3, { root: '/data', options: ['rw', 'subvolid=5', 'subvol=/'] })],
      `folder-unsuitable only the folder /data is mounted at /mnt/srv, which is not a subvolume of ${device}p3`,
    ],
    [
      'with a partition that is mounted twice',
      [root, boot, mount('/srv', 4), mount('/home', 4)],
      `folder-unsuitable ${device}p4 is mounted at /srv and at /home of /mnt`,
    ],
    [
      'with the EFI system partition in /boot',
      [root, mount('/boot/efi', 1)],
      'folder-unsuitable the new system cannot mount a file system at /boot/efi: /boot contains only the files of the boot loader',
    ],
    [
      'with FAT at /home',
      [root, boot, mount('/home', 1)],
      'folder-unsuitable vfat, which is mounted at /mnt/home, does not store the owners and permissions of the files in /home',
    ],
  ])('is refused %s', async (_what, mounts, expected) => {
    const { findings } = await check(mounts);
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toContain(expected);
  });

  it('is refused if it contains the running system', async () => {
    const { findings } = await check([{ ...root, mountPoint: '/' }], { path: '/' });
    expect(findings).toMatchObject([{ rule: 'target-kind', message: '/ contains the running system' }]);
  });

  it('reports how to correct the order of mounts', async () => {
    const { findings } = await check([root, boot, { ...omitEntries(mount('/home', 4)), hiddenBy: root }]);
    expect(findings.map(({ hint }) => hint)).toEqual([
      'run umount /mnt and umount /mnt/home; then mount the outer file system first',
    ]);
  });

  it('may contain an unfinished installation, whose loss must be confirmed', async () => {
    const mounts = [{ ...root, entries: ['etc'] }, boot, mount('/home', 4, { entries: ['ada'] })];
    const { target, loss, findings } = await check(mounts, { written: ['file-system=uuid-2'] });
    expect(findings).toEqual([]);
    expect(loss).toMatchObject({ contents: ['an unfinished installation'], kept: ['/home: ada'] });
    // The home folder is one that the installation has created.
    expect(target?.mounts.map(({ entries }) => entries)).toEqual([[], [], []]);
  });

  it('is refused if it contains an unfinished installation and other files in a file system that was mounted later', async () => {
    const mounts = [
      { ...root, entries: ['etc'] },
      { ...boot, entries: ['EFI'] },
    ];
    const { findings } = await check(mounts, { written: ['file-system=uuid-2'] });
    expect(findings.map(({ message }) => message)).toEqual([
      'the file system for /boot is not empty: it contains EFI',
    ]);
  });
});
