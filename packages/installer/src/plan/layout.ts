import { defined } from '@writ/diagnostics/internal';
import type { DiskSettings, Settings } from '../config/settings.ts';
import type { DiskPartition } from '../facts/facts.ts';
import { luksMebibytes, minimumMebibytes } from '../data/file-systems.ts';
import { deriveFatId, deriveTableUuid, deriveUuid } from './identifiers.ts';
import type { FileSystem, Layout, Partition, PartitionEncryption, Subvolume, SwapSpace } from './plan.ts';

export const MIB: number = 1024 * 1024;
export const GIB: number = 1024 * MIB;
const ESP_SIZE = GIB;
/**
 * Size in bytes of the partition for GRUB's core image on BIOS machines. The partition has no file
 * system.
 */
const BIOS_BOOT_SIZE = MIB;
/** Size in bytes of the partition for kernels on BIOS machines whose root file system GRUB cannot read. */
const BOOT_SIZE = GIB;
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

/** Returns the minimum size of the system drive in bytes. */
export function minimumSystemSize(firmware: Firmware, settings: LayoutSettings = {}): number {
  const partitions = systemPartitions(firmware, '', settings);
  return partitions.reduce((sum, partition) => sum + minimumSize(partition), MARGIN + MARGIN);
}

/** Returns the minimum size of a drive for /home in bytes. */
export function minimumHomeSize({ fileSystem, luks }: DiskSettings = {}): number {
  return (
    MARGIN +
    minimumMebibytes[fileSystem?.kind ?? 'ext4'] * MIB +
    (luks === undefined ? 0 : LUKS_SIZE) +
    MARGIN
  );
}

/**
 * Returns a GPT with a boot partition, a root partition and the partitions that the settings require. For
 * UEFI, the boot partition is a 1 GiB EFI system partition at /boot; for BIOS, it occupies 1 MiB and has no
 * file system. With BIOS, encryption and file systems other than ext4 also require a partition at /boot.
 *
 * @throws RangeError if the drive is smaller than {@link minimumSystemSize}
 */
export function systemLayout(
  drive: Drive,
  firmware: Firmware,
  seed: string,
  settings: LayoutSettings = {},
): Layout {
  return createLayout(drive, systemPartitions(firmware, seed, settings), deriveTableUuid(seed), seed);
}

function systemPartitions(firmware: Firmware, seed: string, settings: LayoutSettings): LayoutOptions[] {
  const { disk: { fileSystem, home, luks } = {}, swap } = settings;
  const ext4 = (name: string, mountPoint: string): FileSystem => ({
    kind: 'ext4',
    id: deriveUuid(seed, name),
    label: name,
    mountPoint,
  });
  const boot: LayoutOptions[] =
    firmware === 'uefi'
      ? [
          {
            name: 'esp',
            type: partitionTypes.esp,
            size: ESP_SIZE,
            content: { kind: 'vfat', id: deriveFatId(seed, 'esp'), label: 'ESP', mountPoint: '/boot' },
          },
        ]
      : [
          { name: 'bios', type: partitionTypes.biosBoot, size: BIOS_BOOT_SIZE },
          ...(fileSystem === undefined && luks === undefined
            ? []
            : [{ name: 'boot', type: partitionTypes.boot, size: BOOT_SIZE, content: ext4('boot', '/boot') }]),
        ];
  const swapPartition: LayoutOptions[] =
    swap?.kind === 'partition'
      ? [
          {
            name: 'swap',
            type: partitionTypes.swap,
            size: swap.size * MIB,
            content: {
              kind: 'swap',
              id: deriveUuid(seed, 'swap'),
              label: 'swap',
              ...(luks === undefined ? {} : { randomKey: true }),
              ...defined({ hibernate: swap.hibernate }),
            },
          },
        ]
      : [];
  return [
    ...boot,
    ...swapPartition,
    {
      name: 'root',
      type: partitionTypes.root,
      ...sizeOf(home?.rootSize),
      content: withFileSystem(ext4('root', '/'), settings),
      ...encryption('root', seed, settings),
    },
    ...(home === undefined
      ? []
      : [
          {
            name: 'home',
            type: partitionTypes.home,
            ...sizeOf(home.size),
            content: withFileSystem(ext4('home', '/home'), settings),
            ...encryption('home', seed, settings),
          },
        ]),
  ];
}

/** Returns the encryption of a partition; empty if the settings contain no passphrase. */
export function encryption(
  name: string,
  seed: string,
  { disk: { luks } = {} }: LayoutSettings,
): Pick<Partition, 'luks'> {
  if (luks === undefined) return {};
  const { kdfMemory, kdfRounds } = luks;
  return { luks: { id: deriveUuid(seed, `${name} luks`), name, ...defined({ kdfMemory, kdfRounds }) } };
}

function sizeOf(mebibytes: number | undefined): { readonly size?: number } {
  return mebibytes === undefined ? {} : { size: mebibytes * MIB };
}

/** The folder in which snapper stores the snapshots of /. */
export const SNAPSHOTS = '/.snapshots';
const SWAP_SUBVOLUME: Subvolume = { name: '@swap', mountPoint: '/swap' };

/** Replaces ext4 with the configured file system, and adds the swap file to the root file system. */
export function withFileSystem(
  base: FileSystem,
  { disk = {}, swap, hasSecondDrive = false }: LayoutSettings,
): FileSystem {
  const { fileSystem, home } = disk;
  const isRoot = base.mountPoint === '/';
  const hasSwapFile = isRoot && swap?.kind === 'file';
  const size = hasSwapFile ? swap.size * MIB : 0;
  if (fileSystem?.kind !== 'btrfs') {
    return {
      ...base,
      ...defined({ kind: fileSystem?.kind }),
      ...(hasSwapFile ? { swapFile: { path: '/swapfile', size } } : {}),
    };
  }
  const { compression } = fileSystem;
  const separateHome = home !== undefined || hasSecondDrive;
  const chosen = withSnapshots(fileSystem, fileSystem.subvolumes ?? defaultSubvolumes(separateHome));
  // btrfs cannot create a snapshot of a subvolume that contains a swap file, so the swap file has its
  // own subvolume.
  const subvolumes = hasSwapFile && chosen.length > 0 ? [...chosen, SWAP_SUBVOLUME] : chosen;
  return {
    ...base,
    kind: 'btrfs',
    ...(isRoot && subvolumes.length > 0 ? { subvolumes } : {}),
    ...defined({ compression }),
    ...(hasSwapFile
      ? { swapFile: { path: subvolumes.length > 0 ? '/swap/swapfile' : '/swapfile', size } }
      : {}),
  };
}

/** Adds the subvolume in which snapper stores the snapshots of /, unless a subvolume is mounted there. */
function withSnapshots(
  { snapshots }: Extract<DiskSettings['fileSystem'], { kind: 'btrfs' }>,
  subvolumes: readonly Subvolume[],
): readonly Subvolume[] {
  return snapshots !== 'snapper' || subvolumes.some(({ mountPoint }) => mountPoint === SNAPSHOTS)
    ? subvolumes
    : [...subvolumes, { name: '@snapshots', mountPoint: SNAPSHOTS }];
}

/** Returns the subvolumes of a btrfs root file system for which none are configured. */
export function defaultSubvolumes(separateHome: boolean): Subvolume[] {
  return [
    { name: '@', mountPoint: '/' },
    ...(separateHome ? [] : [{ name: '@home', mountPoint: '/home' }]),
    { name: '@log', mountPoint: '/var/log' },
    { name: '@pkg', mountPoint: '/var/cache/pacman/pkg' },
  ];
}

/**
 * Returns a GPT with a single partition, which is mounted at /home.
 *
 * @throws RangeError if the drive is smaller than {@link minimumHomeSize}
 */
export function homeLayout(drive: Drive, seed: string, settings: LayoutSettings = {}): Layout {
  const base = { kind: 'ext4', id: deriveUuid(seed, 'home'), label: 'home', mountPoint: '/home' } as const;
  const home: LayoutOptions = {
    name: 'home',
    type: partitionTypes.home,
    content: withFileSystem(base, settings),
    ...encryption('home', seed, settings),
  };
  return createLayout(drive, [home], deriveTableUuid(seed, 'home table'), seed);
}

/** A partition whose position is not yet computed. */
interface LayoutOptions {
  readonly name: string;
  readonly type: string;
  /** Size in bytes; if absent, the partition fills the remaining space. */
  readonly size?: number;
  readonly content?: FileSystem | SwapSpace;
  readonly luks?: PartitionEncryption;
}

function minimumSize({ size, ...partition }: LayoutOptions): number {
  return size ?? minimumContent(partition);
}

/** Returns the minimum size in bytes of a partition with this content. */
export function minimumContent({ content, luks }: Pick<Partition, 'content' | 'luks'>): number {
  if (content === undefined || content.kind === 'swap') return 0;
  const header = luks === undefined ? 0 : LUKS_SIZE;
  return header + minimumMebibytes[content.kind] * MIB + (content.swapFile?.size ?? 0);
}

function createLayout(
  { size, sectorSize = 512 }: Drive,
  options: readonly LayoutOptions[],
  uuid: string,
  seed: string,
): Layout {
  const usableSize = Math.floor(size / MIB) * MIB;
  const fixed = options.reduce((sum, option) => sum + (option.size ?? 0), 0);
  let start = MARGIN;
  const partitions = options.map(({ name, type, size: wantedSize, content, luks }, index): Partition => {
    const partition = {
      number: index + 1,
      name,
      type,
      uuid: deriveUuid(seed, `${name} partition`),
      start,
      size: wantedSize ?? usableSize - MARGIN - fixed - MARGIN,
      ...defined({ content, luks }),
    };
    start += partition.size;
    return partition;
  });
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

/** True if an image with this layout can have holes; encrypted data has none. */
export function isSparse({ partitions }: Layout): boolean {
  return partitions.every(({ luks }) => luks === undefined);
}

export function findVolume(layout: Layout, mountPoint: string): Volume | undefined {
  return listVolumes(layout).find(({ content }) => content.mountPoint === mountPoint);
}
