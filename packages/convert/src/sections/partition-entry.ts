import { isMountPoint, isSubvolumeName } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';

/** A btrfs subvolume with its mount point. */
export interface Subvolume {
  readonly name: string;
  readonly mount: string;
}

/** Returns the name of a partition's file system, in lower case. */
export function fileSystemOf(item: ConfigEntry): string | undefined {
  const text = item.get('fs_type')?.text ?? item.get('filesystem')?.get('format')?.text;
  return text?.toLowerCase();
}

/** Returns the mount point of a partition; `[SWAP]` for swap space in use. */
export function mountPointOf(item: ConfigEntry): string | undefined {
  return item.get('mountpoint')?.text ?? item.get('filesystem')?.get('mountpoint')?.text;
}

/** True for a mount point of the EFI system partition or of the boot loader's files. */
export function isBootFolder(mount: string | undefined): boolean {
  return mount === '/boot' || mount === '/boot/efi' || mount === '/efi';
}

/**
 * Reads the subvolumes from a list of objects or, in the oldest formats, from an object with mount points by name;
 * undefined if one of them lacks its name or mount point.
 */
export function subvolumesOf(item: ConfigEntry): readonly Subvolume[] | undefined {
  const found = writtenSubvolumes(item);
  return found.every((one): one is Subvolume => typeof one.name === 'string' && typeof one.mount === 'string')
    ? found
    : undefined;
}

/** Returns the mount points of a partition's subvolumes. */
export function subvolumeMounts(item: ConfigEntry): readonly string[] {
  return writtenSubvolumes(item).flatMap(({ mount }) => mount ?? []);
}

function writtenSubvolumes(item: ConfigEntry): Partial<Record<keyof Subvolume, string | undefined>>[] {
  const written = item.get('btrfs');
  if (written === undefined || written.kind === 'null') return [];
  const list = written.get('subvolumes') ?? written;
  return list.inner.map((entry) => ({
    name: list.kind === 'object' ? entry.key : entry.get('name')?.text,
    mount: entry.text ?? entry.get('mountpoint')?.text,
  }));
}

/** True if one of the subvolumes is mounted at /, and all of them have different, permitted names and mount points. */
export function areUsable(subvolumes: readonly Subvolume[]): boolean {
  const different = (values: readonly string[]): boolean => new Set(values).size === values.length;
  return (
    subvolumes.some(({ mount }) => mount === '/') &&
    subvolumes.every(({ name, mount }) => isSubvolumeName(name) && isMountPoint(mount)) &&
    different(subvolumes.map(({ name }) => name)) &&
    different(subvolumes.map(({ mount }) => mount))
  );
}

/** Returns the mount options of a partition. */
export function mountOptions(item: ConfigEntry): readonly ConfigEntry[] {
  return (item.get('mount_options') ?? item.get('filesystem')?.get('mount_options'))?.inner ?? [];
}

const compress = /^compress=(zstd(?::(?:[1-9]|1[0-5]))?|lzo)$/;

/** Returns the value of `x-writ.disk.btrfs.compression` for the mount options of a partition. */
export function compressionOf(item: ConfigEntry): string {
  const found = mountOptions(item).flatMap(({ text = '' }) => compress.exec(text)?.[1] ?? []);
  return found[0] ?? 'none';
}

/** True for a mount option that chooses the compression of btrfs. */
export function isCompression({ text = '' }: ConfigEntry): boolean {
  return compress.test(text);
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
export function sizeOf(size: ConfigEntry | undefined): number | undefined {
  const [, digits, name] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$/.exec(size?.text ?? '') ?? [];
  const unit = name ?? size?.get('unit')?.text;
  const value = digits === undefined ? size?.get('value')?.value() : Number(digits);
  const bytes = unit === 'sectors' ? sectorSizeOf(size) : unit === undefined ? undefined : unitOf(unit);
  if (bytes === undefined || typeof value !== 'number') return undefined;
  const mebibytes = Math.floor((value * bytes) / MIB);
  return mebibytes >= 1 && mebibytes < 10_000_000 ? mebibytes : undefined;
}

function unitOf(unit: string): number | undefined {
  return Object.hasOwn(units, unit) ? units[unit] : undefined;
}

function sectorSizeOf(size: ConfigEntry | undefined): number | undefined {
  const written = size?.get('sector_size')?.get('value')?.value();
  return typeof written === 'number' ? written : undefined;
}
