import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

const mounted = (...mounts: string[]): object => ({
  'file-system': 'btrfs',
  btrfs: { subvolumes: mounts.map((mount, index) => ({ name: `@${index}`, mount })) },
});

const root = ['@', '/'] as const;
const snapshots = (program: string, subvolumes?: readonly (readonly [string, string])[]): object => ({
  'file-system': 'btrfs',
  btrfs: {
    snapshots: program,
    ...(subvolumes && { subvolumes: subvolumes.map(([name, mount]) => ({ name, mount })) }),
  },
});

it.each<[string, object, string[]]>([
  ['default values', { disk: { 'file-system': 'ext4' }, swap: { kind: 'none' } }, []],
  ['btrfs with subvolumes', { disk: mounted('/', '/home', '/var/lib/docker') }, []],
  ['btrfs without subvolumes', { disk: mounted() }, []],
  ['snapshots with the default subvolumes', { disk: snapshots('snapper') }, []],
  ['snapshots with a subvolume for them', { disk: snapshots('snapper', [root, [`@s`, '/.snapshots']]) }, []],
  [
    'snapshots without subvolumes',
    { disk: snapshots('timeshift', []) },
    ['snapshots /x-writ/disk/btrfs/snapshots'],
  ],
  ['Timeshift with @ for /', { disk: snapshots('timeshift', [root]) }, []],
  [
    'Timeshift with another name for /',
    { disk: snapshots('timeshift', [['root', '/']]) },
    ['snapshots /x-writ/disk/btrfs/snapshots'],
  ],
  [
    'snapper with @snapshots at another place',
    { disk: snapshots('snapper', [root, ['@snapshots', '/srv']]) },
    ['snapshots /x-writ/disk/btrfs/subvolumes/1'],
  ],
  [
    'a swap file on f2fs',
    { disk: { 'file-system': 'f2fs' }, swap: { kind: 'file', size: '1GiB' } },
    ['swap-file /x-writ/swap/kind'],
  ],
  [
    'hibernation to a swap file in an encrypted file system',
    {
      disk: { luks: { '!passphrase': 'long enough' } },
      swap: { kind: 'file', size: '8GiB', hibernate: true },
    },
    [],
  ],
  [
    'hibernation without swap space',
    { swap: { kind: 'none', hibernate: true } },
    ['hibernate /x-writ/swap/hibernate'],
  ],
  [
    'hibernation to memory',
    { swap: { kind: 'zram', hibernate: true } },
    ['hibernate /x-writ/swap/hibernate'],
  ],
  [
    'hibernation to swap space with a random key',
    {
      disk: { luks: { '!passphrase': 'long enough' } },
      swap: { kind: 'partition', size: '8GiB', hibernate: true },
    },
    ['hibernate /x-writ/swap/hibernate'],
  ],
  [
    'hibernation to a RAID array',
    { disk: { raid: 1 }, swap: { kind: 'partition', size: '8GiB', hibernate: true } },
    ['hibernate /x-writ/swap/hibernate'],
  ],
  ['RAID of two drives', { disk: { raid: 1 } }, []],
  ['another RAID level', { disk: { raid: 5 } }, ['not-allowed /x-writ/disk/raid']],
  ['a swap file without a size', { swap: { kind: 'file' } }, ['swap-size /x-writ/swap']],
  ['a swap partition without a size', { swap: { kind: 'partition' } }, ['swap-size /x-writ/swap']],
  ['a size without swap space', { swap: { kind: 'none', size: '1GiB' } }, ['no-effect /x-writ/swap/size']],
  ['/home of a fixed size', { disk: { home: { size: '10GiB' } } }, []],
  ['/home as the remaining space', { disk: { home: { size: 'rest', 'root-size': '40GiB' } } }, []],
  ['no size for either / or /home', { disk: { home: { size: 'rest' } } }, ['home-size /x-writ/disk/home']],
  [
    'sizes for both / and /home',
    { disk: { home: { size: '1GiB', 'root-size': '4GiB' } } },
    ['home-size /x-writ/disk/home'],
  ],
  [
    'a partition for / that is too small for its swap file',
    { disk: { home: { size: 'rest', 'root-size': '4GiB' } }, swap: { kind: 'file', size: '4GiB' } },
    ['home-size /x-writ/disk/home/root-size'],
  ],
  [
    'a partition for /home that is too small for xfs',
    { disk: { 'file-system': 'xfs', home: { size: '299MiB' } } },
    ['home-size /x-writ/disk/home/size'],
  ],
  [
    'a partition for / that is too small for its encryption',
    { disk: { luks: { '!passphrase': 'long enough' }, home: { size: 'rest', 'root-size': '95MiB' } } },
    ['home-size /x-writ/disk/home/root-size'],
  ],
  [
    'the smallest encrypted /',
    { disk: { luks: { '!passphrase': 'long enough' }, home: { size: 'rest', 'root-size': '96MiB' } } },
    [],
  ],
  ['the smallest /home', { disk: { 'file-system': 'xfs', home: { size: '300MiB' } } }, []],
  [
    'an unknown file system with other faults',
    {
      disk: { 'file-system': 'zfs', btrfs: {}, home: { size: 'rest', 'root-size': '1MiB' } },
    },
    ['not-allowed /x-writ/disk/file-system'],
  ],
  [
    'an invalid size of the swap file with other faults',
    { disk: { home: { size: 'rest', 'root-size': '1MiB' } }, swap: { kind: 'file', size: '1KiB' } },
    ['wrong-format /x-writ/swap/size'],
  ],
  [
    'names that subvolumes cannot have',
    {
      disk: {
        'file-system': 'btrfs',
        btrfs: {
          subvolumes: ['@', '..', '.', '-p', '@-p'].map((name, index) => ({
            name,
            mount: index === 0 ? '/' : `/srv/${index}`,
          })),
        },
      },
    },
    [1, 2, 3].map((index) => `subvolume /x-writ/disk/btrfs/subvolumes/${index}/name`),
  ],
  ['settings of btrfs for ext4', { disk: { btrfs: {} } }, ['btrfs-settings /x-writ/disk/btrfs']],
  [
    'an unknown compression',
    { disk: { 'file-system': 'btrfs', btrfs: { compression: 'zstd:16' } } },
    ['wrong-format /x-writ/disk/btrfs/compression'],
  ],
  ['no subvolume for /', { disk: mounted('/home') }, ['subvolume /x-writ/disk/btrfs/subvolumes']],
  [
    'subvolumes that cannot be mounted',
    { disk: mounted('/', '/a b', '/var/', '/a/../b', '/boot/efi', '/usr') },
    [1, 2, 3, 4, 5].map((index) => `subvolume /x-writ/disk/btrfs/subvolumes/${index}/mount`),
  ],
  [
    'subvolumes with the same name and mount point',
    {
      disk: {
        'file-system': 'btrfs',
        btrfs: {
          subvolumes: [
            { name: '@', mount: '/' },
            { name: '@', mount: '/srv' },
            { name: '@b', mount: '/srv' },
          ],
        },
      },
    },
    ['subvolume /x-writ/disk/btrfs/subvolumes/1/name', 'subvolume /x-writ/disk/btrfs/subvolumes/2/mount'],
  ],
  [
    'a subvolume and a partition for /home',
    { disk: { ...mounted('/', '/home'), home: { size: '1GiB' } } },
    ['subvolume /x-writ/disk/btrfs/subvolumes/1/mount'],
  ],
  [
    'a subvolume at the mount point of the swap file',
    { disk: mounted('/', '/swap'), swap: { kind: 'file', size: '1GiB' } },
    ['subvolume /x-writ/disk/btrfs/subvolumes/1'],
  ],
])('a check of the disk settings has the expected findings for %s', (_title, extension, found) => {
  expect(rulesAndPointers(checkWith({ 'x-writ': extension }))).toEqual(found);
});
