import type { Command } from '../operation.ts';
import type { FileSystem, SwapFile, SwapSpace } from '../plan.ts';
import { hostCommand, splitWords } from './define-operation.ts';

/**
 * Returns the command that creates a file system. The identifiers are part of the plan, so fstab and boot loader
 * configuration can be written independently.
 *
 * @param sectorSize bytes
 * @param path a partition, or a file of the same size
 */
export function makeFileSystem(
  { kind, id, label }: FileSystem | SwapSpace,
  sectorSize: number,
  path: string,
): Command {
  switch (kind) {
    case 'vfat': {
      // With clusters of 4 KiB, a 1 GiB partition is FAT32 on every disk.
      const cluster = 4096 / sectorSize;
      const options = `-F 32 -s ${cluster} -S ${sectorSize} -n ${label} -i ${id.replace('-', '')}`;
      return hostCommand(...splitWords(`mkfs.vfat ${options}`), path);
    }
    case 'ext4':
      return hostCommand(...splitWords(`mkfs.ext4 -q -F -L ${label} -U ${id} -E hash_seed=${id}`), path);
    case 'xfs':
      return hostCommand(...splitWords(`mkfs.xfs -q -f -L ${label} -m uuid=${id}`), path);
    case 'f2fs':
      return hostCommand(...splitWords(`mkfs.f2fs -q -f -l ${label} -U ${id}`), path);
    case 'btrfs':
      return hostCommand(...splitWords(`mkfs.btrfs -q -f -L ${label} -U ${id}`), path);
    case 'swap':
      return hostCommand(...splitWords(`mkswap --quiet --label ${label} --uuid ${id}`), path);
  }
}

/** Returns the command that checks an unmounted file system or swap space for errors. */
export function checkFileSystem({ kind }: FileSystem | SwapSpace, path: string): Command {
  const checks = {
    vfat: ['fsck.vfat', '-n'],
    ext4: ['e2fsck', '-f', '-n'],
    xfs: ['xfs_repair', '-n'],
    f2fs: ['fsck.f2fs', '--dry-run'],
    btrfs: ['btrfs', 'check', '--readonly'],
    swap: ['swaplabel'],
  } as const;
  return hostCommand(...checks[kind], path);
}

/**
 * Shell script that mounts a new file system and creates subvolumes in it. The mount ends with the script.
 *
 * Arguments: the device, the folder at which to mount it, and the names of the subvolumes.
 */
const CREATE_SUBVOLUMES =
  'mount -t btrfs -- "$1" "$2"; cd "$2"; shift 2; for name in "$@"; do btrfs subvolume create "$name"; done';

/**
 * Returns a list with a function that takes the path of the new file system and returns the command that creates its
 * subvolumes. The list is empty if there are no subvolumes.
 *
 * @param folder an existing folder, at which the command mounts the file system
 */
export function createSubvolumes(
  { subvolumes = [] }: FileSystem,
  folder: string,
): ((path: string) => Command)[] {
  if (subvolumes.length === 0) return [];
  const names = subvolumes.map(({ name }) => name);
  return [(path) => hostCommand('sh', '-euc', CREATE_SUBVOLUMES, 'sh', path, folder, ...names)];
}

/** Returns the command that creates a swap file in a mounted file system. */
export function makeSwapFile(kind: FileSystem['kind'], { size }: SwapFile, path: string): Command {
  return kind === 'btrfs'
    ? hostCommand('sh', '-euc', BTRFS_SWAP_FILE, 'sh', String(size), path)
    : hostCommand('sh', '-euc', SWAP_FILE, 'sh', String(size), path);
}

const SWAP_FILE =
  'rm -f -- "$2"; install -m 0600 /dev/null "$2"; fallocate --length "$1" "$2"; mkswap --quiet "$2"';
/** btrfs accepts only swap files that have neither copy-on-write nor compression. */
const BTRFS_SWAP_FILE = 'rm -f -- "$2"; btrfs filesystem mkswapfile --size "$1" "$2"';
