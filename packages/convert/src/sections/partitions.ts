import { keyPath, type JsonObject } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import type { Conversion } from '../conversion.ts';
import { putEncryption, reportOtherPasswords } from './encryption.ts';
import {
  areUsable,
  compressionOf,
  fileSystemOf,
  isBootFolder,
  isCompression,
  mountOptions,
  mountPointOf,
  sizeOf,
  subvolumesOf,
  type Subvolume,
} from './partition-entry.ts';
import { reportChosenSize, reportFilling } from './partition-size.ts';

const DISK = ['x-writ', 'disk'] as const;
const SWAP = ['x-writ', 'swap'] as const;

type Use = 'boot' | 'root' | 'home' | 'swap';

/** A partition whose file system Writ can create. */
interface PlannedPartition {
  readonly item: ConfigEntry;
  readonly use: Use;
  /** `ext4`, `xfs` or `btrfs`; any value for /boot and swap space. */
  readonly fileSystem: string;
  /** Mebibytes; absent if the size is relative to the drive, unknown or out of range. */
  readonly size?: number;
  readonly subvolumes: readonly Subvolume[];
  readonly isEncrypted: boolean;
}

/**
 * Converts the partitions of the system drive to `x-writ.disk` and `x-writ.swap`. Returns false, and changes nothing,
 * if Writ cannot create equivalent file systems.
 *
 * @param homeDrive the partitions of a second drive for /home
 */
export function convertPartitions(
  conversion: Conversion,
  partitions: ConfigEntry,
  homeDrive: ConfigEntry | undefined,
): boolean {
  const read = readPartitions(partitions);
  const second = homeDrive === undefined ? [] : readPartitions(homeDrive);
  if (read === undefined || second === undefined) return false;
  const [root, ...otherRoots] = read.filter(({ use }) => use === 'root');
  const homes = [...read, ...second].filter(({ use }) => use === 'home');
  const swaps = read.filter(({ use }) => use === 'swap');
  const [swap] = swaps;
  if (root === undefined || otherRoots.length > 0 || homes.length > 1 || swaps.length > 1) return false;
  const onSecond = second.length > 0;
  if (second.length > 1) return false;
  if (homes.some((home) => home.fileSystem !== root.fileSystem)) return false;
  const disk = diskSettings(root, onSecond ? undefined : homes[0], homes.length > 0);
  if (disk === undefined || (swap !== undefined && swap.size === undefined)) return false;
  const encrypted = [...read, ...second].filter(({ isEncrypted }) => isEncrypted);
  // Writ encrypts either the whole system except for /boot, or nothing.
  if (encrypted.length > 0 && (!root.isEncrypted || encrypted.some(({ use }) => use === 'boot')))
    return false;
  const hasDisk = Object.keys(disk).length > 0;
  if ((hasDisk && conversion.has(DISK)) || (swap !== undefined && conversion.has(SWAP))) return false;
  if (hasDisk) conversion.put(DISK, disk);
  if (swap !== undefined) conversion.put(SWAP, { kind: 'partition', size: `${swap.size}MiB` });
  if (encrypted.length > 0) {
    putEncryption(conversion, root.item);
    reportOtherPasswords(
      conversion,
      root.item,
      encrypted.map(({ item }) => item),
    );
  }
  for (const { item } of [...read, ...second]) reportMountOptions(conversion, item);
  reportSizes(conversion, read, second);
  for (const entry of [partitions, ...(homeDrive === undefined ? [] : [homeDrive])]) {
    conversion.report('nearest-equivalent', entry, {
      message: `${keyPath(entry.pointer)} ${describe(disk, swap)}`,
    });
  }
  return true;
}

function describe(disk: JsonObject, swap: PlannedPartition | undefined): string {
  const keys = [
    ...(Object.keys(disk).length > 0 ? ['x-writ.disk'] : []),
    ...(swap === undefined ? [] : ['x-writ.swap']),
  ];
  const rest = 'Writ chooses the order of the partitions and the size of /boot itself';
  return keys.length === 0
    ? `becomes the layout of a wiped drive; ${rest}`
    : `becomes ${keys.join(' and ')}; ${rest}`;
}

function diskSettings(
  root: PlannedPartition,
  home: PlannedPartition | undefined,
  hasHome: boolean,
): JsonObject | undefined {
  const { fileSystem, subvolumes } = root;
  if (hasHome && subvolumes.some(({ mount }) => mount === '/home')) return undefined;
  const sizes = home === undefined ? {} : homeSizes(root, home);
  if (sizes === undefined) return undefined;
  const layout = home === undefined ? {} : { home: sizes };
  if (fileSystem === 'ext4') return layout;
  if (fileSystem === 'xfs' || fileSystem === 'f2fs') return { 'file-system': fileSystem, ...layout };
  const compression = compressionOf(root.item);
  return {
    'file-system': 'btrfs',
    btrfs: {
      ...(compression === 'zstd' ? {} : { compression }),
      subvolumes: subvolumes.map((subvolume) => ({ ...subvolume })),
    },
    ...layout,
  };
}

/**
 * Returns the sizes; undefined if both are relative. If the size of / is absolute, /home fills the remaining space,
 * as archinstall suggests; otherwise, / does.
 */
function homeSizes(root: PlannedPartition, home: PlannedPartition): JsonObject | undefined {
  if (root.size !== undefined) return { size: 'rest', 'root-size': `${root.size}MiB` };
  return home.size === undefined ? undefined : { size: `${home.size}MiB` };
}

/** Reads the partitions except those to delete; undefined if Writ cannot create one of them. */
function readPartitions(partitions: ConfigEntry): PlannedPartition[] | undefined {
  const read = partitions.inner
    .filter((item) => item.get('status')?.text !== 'delete')
    .map((item) => readPartition(item));
  return read.every((partition) => partition !== undefined) ? read : undefined;
}

function readPartition(item: ConfigEntry): PlannedPartition | undefined {
  const fileSystem = fileSystemOf(item);
  const subvolumes = subvolumesOf(item);
  const use = useOf(item, fileSystem, subvolumes ?? []);
  if (use === undefined || subvolumes === undefined || fileSystem === undefined) return undefined;
  const isPlain = use === 'boot' || use === 'swap';
  if (!isPlain && !['ext4', 'xfs', 'f2fs', 'btrfs'].includes(fileSystem)) return undefined;
  if (subvolumes.length > 0 && (isPlain || fileSystem !== 'btrfs' || !areUsable(subvolumes)))
    return undefined;
  const size = sizeOf(item.get('size'));
  const isEncrypted = item.get('encrypted')?.value() === true;
  return { item, use, fileSystem, subvolumes, isEncrypted, ...(size === undefined ? {} : { size }) };
}

function useOf(
  item: ConfigEntry,
  fileSystem: string | undefined,
  subvolumes: readonly Subvolume[],
): Use | undefined {
  const mount = mountPointOf(item);
  if (fileSystem?.includes('swap') === true || mount === '[SWAP]') return 'swap';
  if (mount === '/' || subvolumes.some((subvolume) => subvolume.mount === '/')) return 'root';
  if (isBootFolder(mount)) return 'boot';
  return mount === '/home' && subvolumes.length === 0 ? 'home' : undefined;
}

/** Reports the sizes that the layout does not contain. */
function reportSizes(
  conversion: Conversion,
  system: readonly PlannedPartition[],
  second: readonly PlannedPartition[],
): void {
  const root = system.find(({ use }) => use === 'root');
  const home = system.find(({ use }) => use === 'home');
  const sized = home === undefined ? undefined : root?.size === undefined ? home : root;
  for (const partition of [...system, ...second]) {
    if (partition.use === 'boot') reportChosenSize(conversion, partition.item);
    else if (partition.use !== 'swap' && partition !== sized) reportFilling(conversion, partition.item);
  }
}

function reportMountOptions(conversion: Conversion, item: ConfigEntry): void {
  for (const option of mountOptions(item)) {
    if (isCompression(option) || option.text === '') continue;
    conversion.report('no-equivalent', option, {
      message: `${keyPath(option.pointer)} is left out: mount options cannot be configured`,
      hint: 'change /etc/fstab with a custom command',
    });
  }
}
