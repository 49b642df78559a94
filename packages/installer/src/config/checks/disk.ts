import type { Diagnostic } from '@writ/diagnostics';
import type { Subvolume } from '../../schema/types.gen.ts';
import { luksMebibytes, minimumMebibytes } from '../../data/file-systems.ts';
import { toMebibytes } from '../extension-settings.ts';
import { displayValue } from '../secrets.ts';
import { findDuplicates, withPointers, type Check, type CheckContext } from './check.ts';
import { describeReserved, isIn, isPath } from './mount-points.ts';
import { rootFileSystem } from './partition-mounts.ts';

const DISK = '/x-writ/disk';
const SWAP = '/x-writ/swap';
const SUBVOLUMES = `${DISK}/btrfs/subvolumes`;

/** Checks the settings of `x-writ.disk` and `x-writ.swap` that depend on each other. */
export const checkDisk: Check = (context) => [
  ...checkSwap(context),
  ...checkHibernation(context),
  ...checkSwapFile(context),
  ...checkHome(context),
  ...checkBtrfs(context),
  ...checkSubvolumes(context),
  ...checkSnapshots(context),
];

function checkSwap({ config, hasKey, finding }: CheckContext): Diagnostic[] {
  const { kind } = config['x-writ']?.swap ?? {};
  const isSized = hasKey(`${SWAP}/size`);
  if ((kind === 'file' || kind === 'partition') && !isSized) {
    return [
      finding('swap-size', SWAP, {
        message: `the swap ${kind} has no size`,
        expected: '"size": "4GiB"',
        hint: 'a common choice is the amount of memory; zram needs no size',
      }),
    ];
  }
  if (kind !== 'none' || !isSized) return [];
  return [
    finding('no-effect', `${SWAP}/size`, {
      message: 'the size has no effect, because there is no swap space',
      hint: 'remove it, or choose another kind of swap space',
    }),
  ];
}

/** Checks that the file system of / supports swap files. */
function checkSwapFile({ config, isInvalid, finding }: CheckContext): Diagnostic[] {
  const { disk = {}, swap } = config['x-writ'] ?? {};
  if (swap?.kind !== 'file' || isInvalid(`${DISK}/partitions`) || isInvalid(`${DISK}/file-system`)) return [];
  if (rootFileSystem(disk) !== 'f2fs') return [];
  return [
    finding('swap-file', `${SWAP}/kind`, {
      message: 'f2fs may move the blocks of a swap file, so / cannot contain one',
      hint: 'choose the kind zram or partition, or another file system for /',
    }),
  ];
}

/** Checks that the swap space can contain the memory of the machine until the next start. */
function checkHibernation({ config, isInvalid, finding }: CheckContext): Diagnostic[] {
  const pointer = `${SWAP}/hibernate`;
  const { disk, swap } = config['x-writ'] ?? {};
  if (swap?.hibernate !== true || isInvalid(pointer) || isInvalid(`${SWAP}/kind`)) return [];
  const report = (message: string, hint: string): Diagnostic[] => [
    finding('hibernate', pointer, { message, hint }),
  ];
  const { kind } = swap;
  if (kind === 'none' || kind === 'zram') {
    return report(
      kind === 'none'
        ? 'without swap space, the machine cannot hibernate'
        : 'compressed memory is lost when the machine powers off, so it cannot hibernate',
      'choose the kind file or partition, with a size no smaller than the memory',
    );
  }
  if (disk?.raid !== undefined)
    return report('a machine cannot hibernate to RAID arrays', 'remove "hibernate" or "raid"');
  if (kind !== 'partition' || disk?.luks === undefined) return [];
  return report(
    'an encrypted swap partition gets a new random key at every boot, so the machine cannot hibernate',
    'choose the kind file, which is part of the encrypted root file system',
  );
}

function checkHome(context: CheckContext): Diagnostic[] {
  const { config, isInvalid, finding } = context;
  const pointer = `${DISK}/home`;
  const home = config['x-writ']?.disk?.home;
  if (home?.size === undefined || isInvalid(pointer)) return [];
  const { size, 'root-size': rootSize = 'rest' } = home;
  if ((size === 'rest') !== (rootSize === 'rest')) {
    return size === 'rest'
      ? checkSize('/', `${pointer}/root-size`, rootSize, context)
      : checkSize('/home', `${pointer}/size`, size, context);
  }
  const all = size === 'rest';
  return [
    finding('home-size', pointer, {
      message: all
        ? 'both / and /home would fill the remaining space'
        : 'both / and /home have a size, so the remaining space would be unused',
      expected: all ? 'a size for /home or for /, such as "root-size": "40GiB"' : '"size": "rest"',
    }),
  ];
}

/** Checks that a file system, its encryption, and the swap file in it fit into the partition. */
function checkSize(
  mountPoint: '/' | '/home',
  pointer: string,
  size: string,
  { config, isInvalid, finding }: CheckContext,
): Diagnostic[] {
  if (isInvalid(`${DISK}/file-system`) || isInvalid(SWAP)) return [];
  const { disk, swap } = config['x-writ'] ?? {};
  const kind = disk?.['file-system'] ?? 'ext4';
  const swapFile = mountPoint === '/' && swap?.kind === 'file' ? (toMebibytes(swap.size) ?? 0) : 0;
  const header = disk?.luks === undefined ? 0 : luksMebibytes;
  const least = header + minimumMebibytes[kind] + swapFile;
  if ((toMebibytes(size) ?? least) >= least) return [];
  return [
    finding('home-size', pointer, {
      message: `the partition for ${mountPoint} is too small for ${kind}${swapFile === 0 ? '' : ' and the swap file'}`,
      expected: `at least ${least}MiB, plus space for the files`,
    }),
  ];
}

function checkBtrfs({ config, isInvalid, finding }: CheckContext): Diagnostic[] {
  const disk = config['x-writ']?.disk;
  if (disk?.btrfs === undefined || disk['file-system'] === 'btrfs') return [];
  if (isInvalid(`${DISK}/file-system`) || isInvalid(`${DISK}/partitions`)) return [];
  if (disk.partitions?.some((partition) => partition['file-system'] === 'btrfs')) return [];
  return [
    finding(
      'btrfs-settings',
      `${DISK}/btrfs`,
      {
        message: `the file system is ${disk['file-system'] ?? 'ext4'}, so the btrfs settings would have no effect`,
        hint: 'add "file-system": "btrfs" to x-writ.disk, or remove the settings',
      },
      'key',
    ),
  ];
}

/** True for a name that Writ allows for a subvolume. */
export function isSubvolumeName(name: string): boolean {
  // A name that begins with a hyphen would be an option of btrfs.
  return /^(?:@|@?[A-Za-z0-9._-]+)$/.test(name) && !/^(?:-|\.{1,2}$)/.test(name);
}

function checkSubvolumes(context: CheckContext): Diagnostic[] {
  const { config, isInvalid, finding } = context;
  const disk = config['x-writ']?.disk;
  const written = disk?.btrfs?.subvolumes;
  if (written === undefined || written.length === 0 || isInvalid(SUBVOLUMES)) return [];
  const entries = withPointers(SUBVOLUMES, written);
  const root = entries.some(({ item }) => item.mount === '/')
    ? []
    : [
        finding('subvolume', SUBVOLUMES, {
          message: 'no subvolume is mounted at /',
          expected: '{ "name": "@", "mount": "/" }',
        }),
      ];
  return [
    ...root,
    ...entries.flatMap(({ item, pointer }) => checkSubvolume(item, pointer, context)),
    ...duplicates(entries, 'name', context),
    ...duplicates(entries, 'mount', context),
  ];
}

function checkSubvolume(
  { name, mount }: Subvolume,
  pointer: string,
  { config, finding }: CheckContext,
): Diagnostic[] {
  const at = `${pointer}/mount`;
  if (!isSubvolumeName(name)) {
    return [
      finding('subvolume', `${pointer}/name`, {
        message: `${displayValue(name)} is not a valid subvolume name`,
      }),
    ];
  }
  if (!isPath(mount)) {
    return [
      finding('subvolume', at, {
        message: `${displayValue(mount)} is not a valid mount point`,
        expected: 'a path of letters, digits and ._@- without a trailing slash',
      }),
    ];
  }
  const hint = describeReserved(mount);
  if (hint !== undefined) {
    const message = `a subvolume cannot be mounted at ${displayValue(mount)}`;
    return [finding('subvolume', at, { message, hint })];
  }
  if (config['x-writ']?.swap?.kind === 'file' && (name === '@swap' || isIn(mount, '/swap'))) {
    return [
      finding('subvolume', pointer, {
        message: 'the swap file has its own subvolume, @swap at /swap',
        hint: 'remove this subvolume',
      }),
    ];
  }
  if (mount !== '/home' || config['x-writ']?.disk?.home === undefined) return [];
  return [
    finding('subvolume', at, {
      message: '/home has its own partition',
      hint: 'remove the subvolume, or remove "home"',
      other: { pointer: `${DISK}/home`, message: 'the partition is configured here' },
    }),
  ];
}

/**
 * Checks that the subvolumes allow snapshots of /. Timeshift requires the subvolume of / to be named @, and creates its
 * snapshots at the top level of the file system.
 */
function checkSnapshots({ config, isInvalid, finding }: CheckContext): Diagnostic[] {
  const disk = config['x-writ']?.disk;
  const { snapshots = 'none', subvolumes } = disk?.btrfs ?? {};
  if (snapshots === 'none' || subvolumes === undefined || isInvalid(SUBVOLUMES)) return [];
  const root = subvolumes.find(({ mount }) => mount === '/');
  if (subvolumes.length === 0) {
    return [
      finding('snapshots', `${DISK}/btrfs/snapshots`, {
        message: 'snapshots require a subvolume for /, but the list of subvolumes is empty',
        hint: 'remove "subvolumes", or add { "name": "@", "mount": "/" } to it',
        other: { pointer: SUBVOLUMES, message: 'the subvolumes are listed here' },
      }),
    ];
  }
  if (snapshots === 'timeshift' && root !== undefined && root.name !== '@') {
    return [
      finding('snapshots', `${DISK}/btrfs/snapshots`, {
        message: `Timeshift requires the subvolume @ for /, not ${displayValue(root.name)}`,
        hint: 'rename the subvolume to @, or choose snapper',
        other: { pointer: SUBVOLUMES, message: 'the subvolumes are listed here' },
      }),
    ];
  }
  const taken = subvolumes.findIndex(({ name, mount }) => name === '@snapshots' && mount !== '/.snapshots');
  if (snapshots !== 'snapper' || taken === -1 || subvolumes.some(({ mount }) => mount === '/.snapshots'))
    return [];
  return [
    finding('snapshots', `${SUBVOLUMES}/${taken}`, {
      message: 'snapper uses the subvolume @snapshots, at /.snapshots',
      hint: 'mount this subvolume at /.snapshots, or rename it',
    }),
  ];
}

function duplicates(
  entries: readonly { readonly item: Subvolume; readonly pointer: string }[],
  key: 'name' | 'mount',
  { finding }: CheckContext,
): Diagnostic[] {
  const values = entries.map(({ item, pointer }) => ({ item: item[key], pointer: `${pointer}/${key}` }));
  return findDuplicates(values).map(({ item, pointer, first }) =>
    finding('subvolume', pointer, {
      message: `${displayValue(item)} is the ${key === 'name' ? 'name' : 'mount point'} of another subvolume`,
      other: { pointer: first, message: 'the other one is here' },
    }),
  );
}
