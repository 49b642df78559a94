import { displayValue, keyPath, type JsonObject } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import type { Conversion } from '../conversion.ts';
import { encryptedPartitions, putEncryption, reportOtherPasswords } from './encryption.ts';
import {
  readListedPartition,
  toListEntry,
  writtenPartuuid,
  type ListedPartition,
} from './listed-partition.ts';
import { compressionOf, fileSystemOf } from './partition-entry.ts';
import { reportFilling } from './partition-size.ts';

const DISK = ['x-writ', 'disk'] as const;

/** A drive and its list of partitions. */
export interface PartitionedDrive {
  readonly partitions: ConfigEntry;
  /** Whether the file erases the drive. */
  readonly isErased: boolean;
}

/** `keeps`: for each drive, whether partitions on it remain. Otherwise, the reason why there is no list. */
export type ListOutcome = { readonly keeps: readonly boolean[] } | { readonly reason: string };

/**
 * Converts the partitions of the system drive and of a second drive to a list in `x-writ.disk.partitions`. Changes
 * nothing if Writ cannot create or keep one of them.
 */
export function convertPartitionList(
  conversion: Conversion,
  drives: readonly PartitionedDrive[],
): ListOutcome {
  if (conversion.has(DISK)) return { reason: 'x-writ.disk is present' };
  const encrypted = encryptedPartitions(conversion);
  const read = drives.map(({ partitions, isErased }) =>
    partitions.inner
      .filter((item) => item.get('status')?.text !== 'delete')
      .map((item) => readListedPartition(item, { isErased, encrypted })),
  );
  const reason = read.flat().find((one) => typeof one === 'string');
  if (reason !== undefined) return { reason };
  const lists = read as ListedPartition[][];
  const conflict = findConflict(lists);
  if (conflict !== undefined) return { reason: conflict };
  const boot = bootPartitions(conversion, lists[0] ?? []);
  if (typeof boot === 'string') return { reason: boot };
  if (!findUuids(conversion, lists.flat()))
    return { reason: 'the PARTUUIDs of partitions to keep are missing' };
  putList(conversion, lists, boot);
  for (const [index, { partitions }] of drives.entries())
    reportList(conversion, partitions, lists[index] ?? [], index === 0 ? boot : NO_BOOT);
  return { keeps: lists.map((list) => list.some(({ origin }) => origin !== 'new')) };
}

const firstDriveKinds: ReadonlySet<string> = new Set(['efi', 'bios', 'boot', 'root']);

/** Returns the reason why the partitions cannot be in one list; undefined if they can. */
function findConflict([first = [], second = []]: readonly (readonly ListedPartition[])[]):
  | string
  | undefined {
  const all = [...first, ...second];
  if (all.filter(({ kind }) => kind === 'root').length !== 1) return 'exactly one partition must be for /';
  if (second.some(({ kind = '' }) => firstDriveKinds.has(kind)))
    return 'the partitions for / and /boot must be on the same drive';
  const mounts = all.flatMap(({ mount, subvolumes }) =>
    [mount ?? [], ...subvolumes.map((one) => one.mount)].flat(),
  );
  const others = mounts.filter((mount) => mount !== '/');
  if (new Set(others).size !== others.length) return 'two file systems have the same mount point';
  const unsized = [first, second].map((list) =>
    list.filter(({ origin, kind, size }) => origin === 'new' && kind !== 'bios' && size === undefined),
  );
  if (unsized.some((list) => list.length > 1))
    return 'the sizes of several partitions of a drive are not absolute';
  return unsized.flat().every(({ kind = '' }) => filling.has(kind))
    ? undefined
    : 'the size of a partition for swap space or /boot is not absolute';
}

/** Kinds of partitions that may fill a drive. */
const filling: ReadonlySet<string> = new Set(['root', 'home', 'data']);

/** The partitions of the boot loader: entries to add to the list, and partitions of the file that it does not contain. */
interface BootPartitions {
  readonly added: readonly JsonObject[];
  readonly dropped: readonly ListedPartition[];
}

const NO_BOOT: BootPartitions = { added: [], dropped: [] };
const EFI = { kind: 'efi', size: '1GiB' } as const;

/**
 * Decides on the partitions of the boot loader. An existing EFI system partition belongs to another system, which Writ
 * never changes, so the new system gets one of its own.
 */
function bootPartitions({ output }: Conversion, list: readonly ListedPartition[]): BootPartitions | string {
  const [efi, ...otherEfi] = list.filter(({ kind }) => kind === 'efi');
  const boot = list.filter(({ kind }) => kind === 'boot');
  if (efi !== undefined) {
    const dropped = [...otherEfi, ...boot, ...list.filter(({ kind }) => kind === 'bios')];
    return { added: [], dropped };
  }
  const root = list.find(({ kind }) => kind === 'root');
  const isKept = ({ origin, kind, item }: ListedPartition): boolean =>
    origin === 'kept' && kind === undefined && /^(?:fat|vfat)/.test(fileSystemOf(item) ?? '');
  if (boot.length === 0 && list.some(isKept)) return { added: [EFI], dropped: [] };
  if (output['bootloader'] !== 'grub-install') return 'there is no EFI system partition';
  const isReadable = root?.fileSystem === 'ext4' && !root.isEncrypted;
  const added = [
    ...(list.some(({ kind }) => kind === 'bios') ? [] : [{ kind: 'bios' }]),
    ...(boot.length > 0 || isReadable ? [] : [{ kind: 'boot', size: '1GiB' }]),
  ];
  return { added, dropped: boot.slice(1) };
}

/** Returns true if the PARTUUIDs of all existing partitions are known; reports the others as losses. */
function findUuids(conversion: Conversion, list: readonly ListedPartition[]): boolean {
  const existing = list.filter(({ origin }) => origin !== 'new');
  const unnamed = existing.filter(({ item }) => uuidOf(conversion, item) === undefined);
  for (const { item } of unnamed) conversion.requestPartuuid(item, describe(item));
  return unnamed.length === 0;
}

function uuidOf({ partuuids }: Conversion, item: ConfigEntry): string | undefined {
  return partuuids.find(item.pointer) ?? writtenPartuuid(item);
}

/** Describes a partition for the user who looks up its PARTUUID. */
function describe(item: ConfigEntry): string {
  const path = item.get('dev_path')?.text;
  const fileSystem = fileSystemOf(item);
  const content = fileSystem === undefined || fileSystem === '' ? 'a partition' : displayValue(fileSystem);
  return path === undefined || path === '' ? content : `${displayValue(path)}, ${content}`;
}

function putList(
  conversion: Conversion,
  lists: readonly (readonly ListedPartition[])[],
  { added, dropped }: BootPartitions,
): void {
  const entries = lists.flatMap((list, drive) => {
    const used = list.filter((one) => !dropped.includes(one));
    const last = lastToFill(used, added);
    return used.map((one) => {
      const size =
        one.origin !== 'new' || one.kind === 'bios'
          ? undefined
          : one === last || one.size === undefined
            ? 'rest'
            : `${one.size}MiB`;
      if (size === 'rest') reportFilling(conversion, one.item);
      return toListEntry(one, {
        drive,
        uuid: one.origin === 'new' ? undefined : uuidOf(conversion, one.item),
        size,
      });
    });
  });
  const all = lists.flat();
  const root = all.find(({ kind }) => kind === 'root')!;
  const withBtrfs = all.filter(({ fileSystem }) => fileSystem === 'btrfs');
  const compression =
    withBtrfs.length === 0
      ? 'zstd'
      : compressionOf((withBtrfs.find((one) => one === root) ?? withBtrfs[0]!).item);
  const btrfs = {
    ...(compression === 'zstd' ? {} : { compression }),
    ...(root.fileSystem === 'btrfs' ? { subvolumes: root.subvolumes.map((one) => ({ ...one })) } : {}),
  };
  conversion.put(DISK, {
    layout: 'partitions',
    ...(withBtrfs.length === 0 || Object.keys(btrfs).length === 0 ? {} : { btrfs }),
    partitions: [...added.map((entry) => ({ ...entry })), ...entries],
  });
  // In files of archinstall 2.5 and earlier, the partitions contain the passphrase.
  const encrypted = all.flatMap(({ item, kind }) =>
    kind !== 'swap' && item.get('encrypted')?.value() === true ? [item] : [],
  );
  const [first] = encrypted;
  if (first === undefined) return;
  putEncryption(conversion, first);
  reportOtherPasswords(conversion, first, encrypted);
}

/**
 * Returns the partition that fills the drive: the last one with a file system, as in archinstall's own layouts. If
 * partitions remain, the sizes are exact, unless another partition is added.
 */
function lastToFill(
  list: readonly ListedPartition[],
  added: readonly JsonObject[],
): ListedPartition | undefined {
  const fresh = list.filter(({ origin }) => origin === 'new');
  if (fresh.some(({ kind, size }) => size === undefined && kind !== 'bios')) return undefined;
  if (fresh.length < list.length && added.length === 0) return undefined;
  return fresh.findLast(({ kind = '' }) => filling.has(kind));
}

function reportList(
  conversion: Conversion,
  partitions: ConfigEntry,
  list: readonly ListedPartition[],
  { added, dropped }: BootPartitions,
): void {
  for (const { item, mount = '', kind } of dropped)
    conversion.report('nearest-equivalent', item, {
      message: `${keyPath(item.pointer)} is left out: ${
        kind === 'bios'
          ? 'UEFI machines need no boot code'
          : `the EFI system partition is mounted at /boot, and contains the files of ${displayValue(mount)}`
      }`,
    });
  const isKept = list.some(({ origin }) => origin !== 'new');
  const further = added.some(({ kind }) => kind === 'efi')
    ? '; an EFI system partition is added, because Writ does not change that of another system'
    : added.length > 0
      ? '; the partitions that GRUB needs on BIOS machines are added'
      : '';
  conversion.report('nearest-equivalent', partitions, {
    message: `${keyPath(partitions.pointer)} becomes x-writ.disk.partitions; Writ chooses the places of new partitions itself${
      isKept ? ', and deletes partitions that the list does not contain' : ''
    }${further}`,
  });
}
