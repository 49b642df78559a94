/** The layouts of drives that Writ partitions itself. */
import { defined } from '@writ/diagnostics/internal';
import type { DiskSettings } from '../config/settings.ts';
import { minimumMebibytes } from '../data/file-systems.ts';
import { deriveFatId, deriveTableUuid, deriveUuid } from './identifiers.ts';
import {
  createLayout,
  GIB,
  LUKS_SIZE,
  MARGIN,
  MIB,
  minimumSize,
  partitionTypes,
  type Drive,
  type Firmware,
  type LayoutOptions,
  type LayoutSettings,
} from './layout.ts';
import { encryption, withFileSystem } from './partition-content.ts';
import type { FileSystem, Layout } from './plan.ts';

const ESP_SIZE = GIB;
/**
 * Size in bytes of the partition for GRUB's core image on BIOS machines. The partition has no file
 * system.
 */
const BIOS_BOOT_SIZE = MIB;
/** Size in bytes of the partition for kernels on BIOS machines whose root file system GRUB cannot read. */
const BOOT_SIZE = GIB;

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
 * file system. With BIOS, encryption, RAID and file systems other than ext4 also require a partition at /boot.
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

/**
 * Returns the layout of the second drive of a RAID: the partitions of the first drive as members of its arrays, and a
 * copy of the partition for boot code.
 */
export function mirroredLayout(
  drive: Drive,
  firmware: Firmware,
  seed: string,
  settings: LayoutSettings,
): Layout {
  const { partitions, ...layout } = systemLayout(drive, firmware, seed, settings);
  return {
    ...layout,
    uuid: deriveTableUuid(seed, 'second table'),
    partitions: partitions.map(({ content: _content, luks: _luks, ...partition }) => ({
      ...partition,
      uuid: deriveUuid(seed, `second ${partition.name} partition`),
    })),
  };
}

function systemPartitions(firmware: Firmware, seed: string, settings: LayoutSettings): LayoutOptions[] {
  const partitions = singlePartitions(firmware, seed, settings);
  if (settings.disk?.raid === undefined) return partitions;
  return partitions.map((partition) => {
    const { name, type, content } = partition;
    if (content === undefined) return partition;
    const isBoot = content.mountPoint === '/boot';
    const raid = { id: deriveUuid(seed, `${name} array`), name, metadata: isBoot ? '1.0' : '1.2' } as const;
    // Firmware finds the EFI system partition by its type.
    return { ...partition, type: type === partitionTypes.esp ? type : partitionTypes.raid, raid };
  });
}

function singlePartitions(firmware: Firmware, seed: string, settings: LayoutSettings): LayoutOptions[] {
  const { disk: { fileSystem, home, luks, raid } = {}, swap } = settings;
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
          ...(fileSystem === undefined && luks === undefined && raid === undefined
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

function sizeOf(mebibytes: number | undefined): { readonly size?: number } {
  return mebibytes === undefined ? {} : { size: mebibytes * MIB };
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
