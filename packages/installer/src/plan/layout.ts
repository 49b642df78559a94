import { defined } from '@writ/diagnostics/internal';
import { deriveFatId, deriveTableUuid, deriveUuid } from './identifiers.ts';
import type { FileSystem, Layout, Partition } from './plan.ts';

export const MIB: number = 1024 * 1024;
export const GIB: number = 1024 * MIB;
const ESP_SIZE = GIB;
/**
 * Size in bytes of the partition for GRUB's core image on BIOS machines. The partition has no file
 * system.
 */
const BIOS_BOOT_SIZE = MIB;
/**
 * Size in bytes of the smallest useful ext4 file system with a journal. The preflight checks that
 * the packages fit.
 */
const MINIMUM_PARTITION_SIZE = 64 * MIB;
/** 1 MiB before the first partition, and 1 MiB after the last one for the backup table. */
const MARGIN = MIB;

/**
 * GPT partition types; root and home use the types of the Discoverable Partitions Specification for
 * x86-64.
 */
const types = {
  esp: 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b',
  biosBoot: '21686148-6449-6e6f-744e-656564454649',
  root: '4f68bce3-e8cd-4db1-96e7-fbcaf984b709',
  home: '933ac7e1-2eb4-4f13-b844-0e14e2aef915',
} as const;

export type Firmware = 'uefi' | 'bios';

export interface Drive {
  /** Size of the whole drive in bytes; a remainder of less than one mebibyte is unused. */
  readonly size: number;
  /** Size of a logical sector in bytes (default: 512). */
  readonly sectorSize?: number;
}

/** Minimum size of the system drive in bytes. */
export function minimumSystemSize(firmware: Firmware): number {
  return MARGIN + (firmware === 'uefi' ? ESP_SIZE : BIOS_BOOT_SIZE) + MINIMUM_PARTITION_SIZE + MARGIN;
}

/** Minimum size of a drive for /home in bytes. */
export const MINIMUM_HOME_SIZE: number = MARGIN + MINIMUM_PARTITION_SIZE + MARGIN;

/**
 * Returns a GPT with a boot partition and an ext4 root. For UEFI, the boot partition is a 1 GiB EFI system
 * partition at /boot; for BIOS, it occupies 1 MiB and has no file system.
 *
 * @throws RangeError if the drive is smaller than {@link minimumSystemSize}
 */
export function systemLayout(drive: Drive, firmware: Firmware, seed: string): Layout {
  const boot: LayoutOptions =
    firmware === 'uefi'
      ? {
          name: 'esp',
          type: types.esp,
          size: ESP_SIZE,
          content: { kind: 'vfat', id: deriveFatId(seed, 'esp'), label: 'ESP', mountPoint: '/boot' },
        }
      : { name: 'bios', type: types.biosBoot, size: BIOS_BOOT_SIZE };
  const root: LayoutOptions = {
    name: 'root',
    type: types.root,
    content: { kind: 'ext4', id: deriveUuid(seed, 'root'), label: 'root', mountPoint: '/' },
  };
  return createLayout(drive, [boot, root], deriveTableUuid(seed), seed);
}

/**
 * Returns a GPT with one ext4 partition at /home.
 *
 * @throws RangeError if the drive is smaller than {@link MINIMUM_HOME_SIZE}
 */
export function homeLayout(drive: Drive, seed: string): Layout {
  const home: LayoutOptions = {
    name: 'home',
    type: types.home,
    content: { kind: 'ext4', id: deriveUuid(seed, 'home'), label: 'home', mountPoint: '/home' },
  };
  return createLayout(drive, [home], deriveTableUuid(seed, 'home table'), seed);
}

/** A partition whose position is not yet computed. */
interface LayoutOptions {
  readonly name: string;
  readonly type: string;
  /** Size in bytes; if absent, the partition fills the remaining space. */
  readonly size?: number;
  readonly content?: FileSystem;
}

function createLayout(
  { size, sectorSize = 512 }: Drive,
  options: readonly LayoutOptions[],
  uuid: string,
  seed: string,
): Layout {
  const usableSize = Math.floor(size / MIB) * MIB;
  let start = MARGIN;
  const partitions = options.map(({ name, type, size: wantedSize, content }, index): Partition => {
    const partition = {
      number: index + 1,
      name,
      type,
      uuid: deriveUuid(seed, `${name} partition`),
      start,
      size: wantedSize ?? usableSize - start - MARGIN,
      ...defined({ content }),
    };
    start += partition.size;
    return partition;
  });
  if ((partitions.at(-1)?.size ?? 0) < MINIMUM_PARTITION_SIZE)
    throw new RangeError(`no layout fits into ${size} bytes`);
  return { table: 'gpt', uuid, size: usableSize, sectorSize, partitions };
}

/** A partition with a file system. */
export type Volume = Partition & { readonly content: FileSystem };

export function listVolumes({ partitions }: Layout): Volume[] {
  return partitions.filter((partition): partition is Volume => partition.content !== undefined);
}

export function findVolume(layout: Layout, mountPoint: string): Volume | undefined {
  return listVolumes(layout).find(({ content }) => content.mountPoint === mountPoint);
}
