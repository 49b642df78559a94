import { displayValue, isMountPoint, type JsonObject } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { isPartuuid } from '../partuuids.ts';
import {
  areUsable,
  fileSystemOf,
  isBootFolder,
  isCompression,
  mountOptions,
  mountPointOf,
  sizeOf,
  subvolumeMounts,
  subvolumesOf,
  type Subvolume,
} from './partition-entry.ts';

/** Where a partition comes from: it is created, or it exists and is formatted or remains unchanged. */
export type Origin = 'new' | 'formatted' | 'kept';

type Kind = 'efi' | 'bios' | 'boot' | 'root' | 'home' | 'swap' | 'data';

/** A partition of a file as an entry of `x-writ.disk.partitions`. */
export interface ListedPartition {
  readonly item: ConfigEntry;
  readonly origin: Origin;
  /** Absent for a kept partition that the new system does not use. */
  readonly kind?: Kind;
  /** The mount point; absent for swap space and unused partitions. */
  readonly mount?: string;
  /** The file system of a new or formatted partition. */
  readonly fileSystem?: string;
  /** Mebibytes; absent for an existing partition, and for a size that is relative to the drive or unknown. */
  readonly size?: number;
  readonly subvolumes: readonly Subvolume[];
  readonly options: readonly string[];
  readonly isEncrypted: boolean;
}

/** The drive of a partition, and the partitions that the file encrypts. */
export interface DriveContext {
  /** Whether the file erases the drive. */
  readonly isErased: boolean;
  /** The identifiers of encrypted partitions. */
  readonly encrypted: ReadonlySet<string>;
}

/** Returns the partition as an entry of the list, or the reason why the list cannot contain it. */
export function readListedPartition(
  item: ConfigEntry,
  { isErased, encrypted }: DriveContext,
): ListedPartition | string {
  const origin = originOf(item, isErased);
  if (origin === undefined) return 'the file keeps a partition on a drive that it erases';
  const isEncrypted =
    item.get('encrypted')?.value() === true || encrypted.has(item.get('obj_id')?.text ?? '');
  if (origin === 'kept')
    return isEncrypted ? 'Writ cannot open a kept encrypted partition' : readKept(item, origin);
  const read = readCreated(item, origin);
  if (typeof read === 'string' || !isEncrypted) return read;
  return ['efi', 'bios', 'boot'].includes(read.kind ?? '')
    ? 'Writ does not encrypt /boot'
    : { ...read, isEncrypted };
}

function originOf(item: ConfigEntry, isErased: boolean): Origin | undefined {
  const status = item.get('status')?.text;
  const wipe = item.get('wipe')?.value();
  if (isErased) return (status ?? 'create') === 'create' && wipe !== false ? 'new' : undefined;
  switch (status) {
    case 'create':
      return 'new';
    case 'modify':
      return 'formatted';
    case undefined:
      // Files of archinstall 2.5 and earlier state whether an existing partition, which has a UUID, is formatted.
      return wipe === true ? (writtenPartuuid(item) === undefined ? 'new' : 'formatted') : 'kept';
    default:
      return 'kept';
  }
}

/** Returns the PARTUUID in the file, which archinstall 2.5 and earlier write; undefined if there is none. */
export function writtenPartuuid(item: ConfigEntry): string | undefined {
  const text = item.get('PARTUUID')?.text ?? item.get('partuuid')?.text;
  return text !== undefined && isPartuuid(text) ? text.toLowerCase() : undefined;
}

function readKept(item: ConfigEntry, origin: Origin): ListedPartition | string {
  const base = { item, origin, subvolumes: [], isEncrypted: false } as const;
  const volumes = (subvolumesOf(item) ?? []).filter(({ mount }) => mount !== '');
  const mounts = [...new Set([mountPointOf(item), ...subvolumeMounts(item)])].filter(Boolean);
  const [mount, ...others] = mounts;
  if (mounts.includes('/')) return 'Writ does not install into a file system that it does not create';
  if (others.length > 0) return 'Writ mounts a kept file system only once';
  if (mount === undefined || isBootFolder(mount)) return { ...base, options: [] };
  if (mount === '[SWAP]') return { ...base, kind: 'swap', options: [] };
  const subvolume = volumes.map(({ name }) => `subvol=${name.startsWith('/') ? name : `/${name}`}`);
  return placeData(mount, { ...base, options: [...optionsOf(item), ...subvolume] });
}

/** Returns the partition with the kind and mount point for a folder other than / and /boot, or a reason. */
function placeData(mount: string, partition: ListedPartition): ListedPartition | string {
  if (mount === '/home') return { ...partition, kind: 'home', mount };
  return isMountPoint(mount)
    ? { ...partition, kind: 'data', mount }
    : `no partition can be mounted at ${displayValue(mount)}`;
}

/** Names of file systems that a new partition can contain. */
const fileSystems: Readonly<Record<string, string>> = {
  ext4: 'ext4',
  btrfs: 'btrfs',
  xfs: 'xfs',
  f2fs: 'f2fs',
  fat12: 'vfat',
  fat16: 'vfat',
  fat32: 'vfat',
  vfat: 'vfat',
};

function readCreated(item: ConfigEntry, origin: Origin): ListedPartition | string {
  const written = fileSystemOf(item) ?? '';
  const mount = mountPointOf(item);
  const subvolumes = subvolumesOf(item);
  const size = origin === 'new' ? sizeOf(item.get('size')) : undefined;
  const base = {
    item,
    origin,
    ...(size === undefined ? {} : { size }),
    subvolumes: [],
    options: [],
    isEncrypted: false,
  };
  if (isBootCode(item))
    return origin === 'new' ? { ...base, kind: 'bios' } : 'boot code needs a new partition';
  if (written.includes('swap') || mount === '[SWAP]') return { ...base, kind: 'swap' };
  const fileSystem = Object.hasOwn(fileSystems, written) ? fileSystems[written] : undefined;
  if (fileSystem === undefined)
    return written === ''
      ? 'a partition has no file system'
      : `Writ does not create ${displayValue(written)}`;
  const created = { ...base, fileSystem, options: optionsOf(item) };
  if (isBootFolder(mount)) return placeBoot(mount!, fileSystem, created);
  const isRoot = mount === '/' || subvolumeMounts(item).includes('/');
  if (isRoot) {
    if (fileSystem === 'vfat') return 'vfat cannot contain /';
    if (
      subvolumes === undefined ||
      (subvolumes.length > 0 && (fileSystem !== 'btrfs' || !areUsable(subvolumes)))
    )
      return 'one of the subvolumes cannot be mounted';
    return { ...created, kind: 'root', mount: '/', subvolumes };
  }
  if (subvolumeMounts(item).length > 0) return 'Writ creates subvolumes only in the file system of /';
  if (mount === undefined || mount === '') return 'a partition has no mount point';
  if (mount === '/home' && fileSystem === 'vfat') return 'vfat cannot contain /home';
  return placeData(mount, created);
}

/** Returns a partition for the boot loader: vfat is the EFI system partition, and ext4 is /boot on BIOS machines. */
function placeBoot(
  mount: string,
  fileSystem: string,
  created: Omit<ListedPartition, 'kind' | 'mount'>,
): ListedPartition | string {
  if (fileSystem === 'vfat') return { ...created, kind: 'efi', mount };
  return fileSystem === 'ext4'
    ? { ...created, kind: 'boot', mount }
    : `boot loaders cannot read ${displayValue(fileSystem)}`;
}

function isBootCode(item: ConfigEntry): boolean {
  return item.get('flags')?.inner.some(({ text = '' }) => text.toLowerCase() === 'bios_grub') === true;
}

/** The mount options that an entry of the list permits. */
const permittedOption = /^[A-Za-z0-9._:=@/-]+$/;

function optionsOf(item: ConfigEntry): readonly string[] {
  return mountOptions(item).flatMap((option) =>
    isCompression(option) || option.text === undefined || !permittedOption.test(option.text)
      ? []
      : [option.text],
  );
}

/** Returns the entry of `x-writ.disk.partitions`. */
export function toListEntry(
  { origin, kind, mount, fileSystem, options, isEncrypted }: ListedPartition,
  { uuid, size, drive }: { uuid?: string | undefined; size?: string | undefined; drive: number },
): JsonObject {
  const isFormatted = origin === 'formatted';
  return {
    ...(drive === 0 ? {} : { drive }),
    ...(uuid === undefined ? {} : { keep: { partuuid: uuid, ...(isFormatted ? { format: true } : {}) } }),
    ...(kind === undefined ? {} : { kind }),
    ...(size === undefined ? {} : { size }),
    ...(fileSystem === undefined || fileSystem === 'ext4' || kind === 'efi'
      ? {}
      : { 'file-system': fileSystem }),
    ...(kind === 'data' ? { mount: mount! } : {}),
    ...(options.length === 0 || kind === 'efi' || kind === 'boot' ? {} : { options: [...options] }),
    ...(isEncrypted ? { luks: true } : {}),
  };
}
