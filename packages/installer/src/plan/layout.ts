import { defined } from '@writ/diagnostics/internal';
import type { Settings } from '../config/settings.ts';
import type { DiskPartition } from '../facts/facts.ts';
import { luksMebibytes, minimumMebibytes } from '../data/file-systems.ts';
import { deriveUuid } from './identifiers.ts';
import type { FileSystem, Layout, Partition, PartitionEncryption, RaidArray, SwapSpace } from './plan.ts';

export const MIB: number = 1024 * 1024;
export const GIB: number = 1024 * MIB;
/** Number of bytes that LUKS2 occupies in a partition. */
export const LUKS_SIZE: number = luksMebibytes * MIB;
/**
 * Size in bytes of the space before the first partition, and of the space after the last one, which contains
 * the backup table.
 */
export const MARGIN: number = 1024 * 1024;

/**
 * GPT partition types; root and home use the types of the Discoverable Partitions Specification for
 * x86-64.
 */
export const partitionTypes = {
  esp: 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b',
  biosBoot: '21686148-6449-6e6f-744e-656564454649',
  root: '4f68bce3-e8cd-4db1-96e7-fbcaf984b709',
  home: '933ac7e1-2eb4-4f13-b844-0e14e2aef915',
  boot: 'bc13c2ff-59e6-4262-a352-b275fd6f7172',
  data: '0fc63daf-8483-4772-8e79-3d69d8477de4',
  swap: '0657fd6d-a4ab-43c4-84e5-0933c84b4f4f',
  raid: 'a19d880f-05fc-4d3b-a006-743f0f84911e',
} as const;

export type Firmware = 'uefi' | 'bios';

export interface Drive {
  /** Size of the whole drive in bytes; a remainder of less than one mebibyte is unused. */
  readonly size: number;
  /** Size of a logical sector in bytes (default: 512). */
  readonly sectorSize?: number;
  /** The GUID of the existing partition table. */
  readonly tableUuid?: string;
  /** The existing partitions. */
  readonly partitions?: readonly DiskPartition[];
}

/** Settings that determine the partitions of the drives. */
export interface LayoutSettings extends Pick<Settings, 'disk' | 'swap'> {
  /** True if /home is on a second drive. */
  readonly hasSecondDrive?: boolean;
}

/** A partition whose position is not yet computed. */
export interface LayoutOptions {
  readonly name: string;
  readonly type: string;
  /** Size in bytes; if absent, the partition fills the remaining space. */
  readonly size?: number;
  readonly content?: FileSystem | SwapSpace;
  readonly luks?: PartitionEncryption;
  readonly raid?: RaidArray;
}

/** Returns the minimum size in bytes of a partition whose position is not yet computed. */
export function minimumSize({ size, ...partition }: LayoutOptions): number {
  return size ?? minimumContent(partition);
}

/** Returns the minimum size in bytes of a partition with this content. */
export function minimumContent({ content, luks }: Pick<Partition, 'content' | 'luks'>): number {
  if (content === undefined || content.kind === 'swap') return 0;
  const header = luks === undefined ? 0 : LUKS_SIZE;
  return header + minimumMebibytes[content.kind] * MIB + (content.swapFile?.size ?? 0);
}

/**
 * Returns a GPT with the partitions in this order.
 *
 * @throws RangeError if a partition would be smaller than the minimum size of its content
 */
export function createLayout(
  { size, sectorSize = 512 }: Drive,
  options: readonly LayoutOptions[],
  uuid: string,
  seed: string,
): Layout {
  const usableSize = Math.floor(size / MIB) * MIB;
  const fixed = options.reduce((sum, option) => sum + (option.size ?? 0), 0);
  let start = MARGIN;
  const partitions = options.map(
    ({ name, type, size: wantedSize, content, luks, raid }, index): Partition => {
      const partition = {
        number: index + 1,
        name,
        type,
        uuid: deriveUuid(seed, `${name} partition`),
        start,
        size: wantedSize ?? usableSize - MARGIN - fixed - MARGIN,
        ...defined({ content, luks, raid }),
      };
      start += partition.size;
      return partition;
    },
  );
  if (partitions.some((partition) => partition.size < minimumContent(partition)))
    throw new RangeError(`no layout fits in ${size} bytes`);
  return { table: 'gpt', uuid, size: usableSize, sectorSize, partitions };
}

/** A partition with a file system. */
export type Volume = Partition & { readonly content: FileSystem };

export function listVolumes({ partitions }: Layout): Volume[] {
  return partitions.filter(
    (partition): partition is Volume => partition.content !== undefined && partition.content.kind !== 'swap',
  );
}

/** True if existing partitions of the drive remain. */
export function keepsPartitions({ partitions }: Layout): boolean {
  return partitions.some(({ kept }) => kept !== undefined);
}

/** True if partitions of the drive are encrypted. */
export function hasEncryption({ partitions }: Layout): boolean {
  return partitions.some(({ luks }) => luks !== undefined);
}

/** True if an image with this layout can have holes; encrypted data has none. */
export function isSparse(layout: Layout): boolean {
  return !hasEncryption(layout);
}

/** True if partitions of the drive are members of RAID arrays. */
export function hasArrays({ partitions }: Layout): boolean {
  return partitions.some(({ raid }) => raid !== undefined);
}

export function findVolume(layout: Layout, mountPoint: string): Volume | undefined {
  return listVolumes(layout).find(({ content }) => content.mountPoint === mountPoint);
}
