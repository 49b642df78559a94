import { isMountPoint, isSubvolumeName, keyPath, type JsonObject } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import type { Conversion } from '../conversion.ts';
import { putEncryption } from './encryption.ts';

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

interface Subvolume {
  readonly name: string;
  readonly mount: string;
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
  if (encrypted.length > 0) putEncryption(conversion, root.item);
  for (const { item } of [...read, ...second]) reportMountOptions(conversion, item);
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
  if (fileSystem === 'xfs') return { 'file-system': 'xfs', ...layout };
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
  if (!isPlain && !['ext4', 'xfs', 'btrfs'].includes(fileSystem)) return undefined;
  if (subvolumes.length > 0 && (isPlain || fileSystem !== 'btrfs' || !areUsable(subvolumes)))
    return undefined;
  const size = sizeOf(item.get('size'));
  const isEncrypted = item.get('encrypted')?.value() === true;
  return { item, use, fileSystem, subvolumes, isEncrypted, ...(size === undefined ? {} : { size }) };
}

function fileSystemOf(item: ConfigEntry): string | undefined {
  const text = item.get('fs_type')?.text ?? item.get('filesystem')?.get('format')?.text;
  return text?.toLowerCase();
}

function useOf(
  item: ConfigEntry,
  fileSystem: string | undefined,
  subvolumes: readonly Subvolume[],
): Use | undefined {
  const mount = item.get('mountpoint')?.text ?? item.get('filesystem')?.get('mountpoint')?.text;
  if (fileSystem?.includes('swap') === true || mount === '[SWAP]') return 'swap';
  if (mount === '/' || subvolumes.some((subvolume) => subvolume.mount === '/')) return 'root';
  if (mount === '/boot' || mount === '/boot/efi' || mount === '/efi') return 'boot';
  return mount === '/home' && subvolumes.length === 0 ? 'home' : undefined;
}

/**
 * Reads the subvolumes from a list of objects or, in the oldest formats, from an object with mount points by name;
 * undefined if one of them lacks its name or mount point.
 */
function subvolumesOf(item: ConfigEntry): readonly Subvolume[] | undefined {
  const written = item.get('btrfs');
  if (written === undefined || written.kind === 'null') return [];
  const list = written.get('subvolumes') ?? written;
  const found = list.inner.map((entry) => ({
    name: list.kind === 'object' ? entry.key : entry.get('name')?.text,
    mount: entry.text ?? entry.get('mountpoint')?.text,
  }));
  return found.every((one): one is Subvolume => typeof one.name === 'string' && typeof one.mount === 'string')
    ? found
    : undefined;
}

function areUsable(subvolumes: readonly Subvolume[]): boolean {
  const different = (values: readonly string[]): boolean => new Set(values).size === values.length;
  return (
    subvolumes.some(({ mount }) => mount === '/') &&
    subvolumes.every(({ name, mount }) => isSubvolumeName(name) && isMountPoint(mount)) &&
    different(subvolumes.map(({ name }) => name)) &&
    different(subvolumes.map(({ mount }) => mount))
  );
}

function mountOptions(item: ConfigEntry): readonly ConfigEntry[] {
  return (item.get('mount_options') ?? item.get('filesystem')?.get('mount_options'))?.inner ?? [];
}

const compress = /^compress=(zstd(?::(?:[1-9]|1[0-5]))?|lzo)$/;

function compressionOf(item: ConfigEntry): string {
  const found = mountOptions(item).flatMap(({ text = '' }) => compress.exec(text)?.[1] ?? []);
  return found[0] ?? 'none';
}

function reportMountOptions(conversion: Conversion, item: ConfigEntry): void {
  for (const option of mountOptions(item)) {
    if (compress.test(option.text ?? '') || option.text === '') continue;
    conversion.report('no-equivalent', option, {
      message: `${keyPath(option.pointer)} is left out: mount options cannot be configured`,
      hint: 'change /etc/fstab with a custom command',
    });
  }
}

const MIB = 1024 ** 2;
const units: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1000,
  KB: 1000,
  MB: 1000 ** 2,
  GB: 1000 ** 3,
  TB: 1000 ** 4,
  KiB: 1024,
  MiB: MIB,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
};

/** Returns a size in mebibytes, rounded down; undefined if it is relative to the drive, unknown or out of range. */
function sizeOf(size: ConfigEntry | undefined): number | undefined {
  const [, digits, name] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$/.exec(size?.text ?? '') ?? [];
  const unit = name ?? size?.get('unit')?.text;
  const value = digits === undefined ? size?.get('value')?.value() : Number(digits);
  const bytes = unit === undefined || !Object.hasOwn(units, unit) ? undefined : units[unit];
  if (bytes === undefined || typeof value !== 'number') return undefined;
  const mebibytes = Math.floor((value * bytes) / MIB);
  return mebibytes >= 1 && mebibytes < 10_000_000 ? mebibytes : undefined;
}
