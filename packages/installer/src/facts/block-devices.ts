import { defined } from '@writ/diagnostics/internal';
import type { Disk, DiskPartition, Signature } from './facts.ts';
import type { ProbedDevice } from './probed-device.ts';
import type { MachineTree } from './machine-tree.ts';
import type { Mount } from './mounts.ts';
import { findReachedMount } from './reached-mount.ts';
import { readUdev, type UdevProperties } from './udev.ts';
import type { DeviceUses } from './device-uses.ts';

/** The number of bytes in the unit that /sys uses for sizes, independent of the device's sector size. */
const SECTOR = 512;
/** RAM disks, floppies, network block devices, and the boot and RPMB partitions of eMMC. */
const IGNORED = /^(ram|zram|fd|nbd)\d+$|^mmcblk\d+(boot\d+|rpmb)$/;

export interface BlockReader {
  readonly tree: MachineTree;
  readonly uses: DeviceUses;
  /** All mounts of this process. */
  readonly mounts: readonly Mount[];
  /** Probe results by path, for machines without udev. */
  readonly probed: ReadonlyMap<string, ProbedDevice>;
  /** The symbolic links to each path. */
  readonly links: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads a disk. Returns undefined for an empty drive, a loop device without a file, and hidden or ignored
 * devices.
 */
export async function readDisk(name: string, reader: BlockReader): Promise<Disk | undefined> {
  if (IGNORED.test(name)) return undefined;
  const { tree } = reader;
  const folder = `/sys/block/${name}`;
  const at = (file: string): Promise<string | undefined> => tree.readText(`${folder}/${file}`);
  const size = Number((await at('size')) ?? 0) * SECTOR;
  const backingFile = await at('loop/backing_file');
  if (size === 0 || (await at('hidden')) === '1') return undefined;
  if (name.startsWith('loop') && backingFile === undefined) return undefined;
  const backingInode = backingFile === undefined ? undefined : await readBackingInode(backingFile, reader);
  const udev = await readUdev(tree, (await at('dev')) ?? '');
  const probed = reader.probed.get(`/dev/${name}`);
  const partitions: DiskPartition[] = [];
  for (const entry of await tree.listNames(folder)) {
    const number = Number(entry.startsWith(name) ? await at(`${entry}/partition`) : undefined);
    if (number > 0) partitions.push(await readPartition(name, entry, number, reader));
  }
  const [model, serial, wwn] = await readIdentity(folder, udev, probed, tree);
  const table = udev?.get('ID_PART_TABLE_TYPE') ?? probed?.table;
  const tableUuid = (udev?.get('ID_PART_TABLE_UUID') ?? probed?.tableUuid)?.toLowerCase();
  const transport = transportOf(name, udev) ?? probed?.transport;
  return {
    ...(await readCommon(name, folder, size, udev, reader)),
    kind: kindOf(name),
    ...defined({ transport, model, serial, wwn }),
    sectorSize: Number((await at('queue/logical_block_size')) ?? SECTOR),
    physicalSectorSize: Number((await at('queue/physical_block_size')) ?? SECTOR),
    removable: (await at('removable')) === '1',
    ...defined({ backingFile, backingInode, table, tableUuid: table === 'gpt' ? tableUuid : undefined }),
    partitions: partitions.toSorted((a, b) => a.number - b.number),
  };
}

/** File systems that answer without a network or a program. */
const LOCAL =
  /^(ext[234]|xfs|btrfs|bcachefs|f2fs|jfs|zfs|tmpfs|ramfs|overlay|vfat|exfat|ntfs3|iso9660|squashfs|erofs)$/;

/** Network file systems are not asked, because stat never returns if their server is down. */
async function readBackingInode(file: string, { tree, mounts }: BlockReader): Promise<string | undefined> {
  const mount = findReachedMount(file, mounts);
  return LOCAL.test(mount?.fileSystem ?? '') ? tree.readInode(file) : undefined;
}

async function readPartition(
  disk: string,
  name: string,
  number: number,
  reader: BlockReader,
): Promise<DiskPartition> {
  const { tree } = reader;
  const folder = `/sys/block/${disk}/${name}`;
  const [size, start, dev] = await Promise.all(
    ['size', 'start', 'dev'].map((file) => tree.readText(`${folder}/${file}`)),
  );
  const udev = await readUdev(tree, dev ?? '');
  const probed = reader.probed.get(`/dev/${name}`);
  const type = udev?.get('ID_PART_ENTRY_TYPE') ?? probed?.partitionType;
  const uuid = udev?.get('ID_PART_ENTRY_UUID') ?? probed?.partitionUuid;
  const partitionName = udev?.get('ID_PART_ENTRY_NAME') ?? probed?.partitionName;
  return {
    ...(await readCommon(name, folder, Number(size ?? 0) * SECTOR, udev, reader)),
    number,
    start: Number(start ?? 0) * SECTOR,
    ...defined({ type: type?.toLowerCase(), uuid: uuid?.toLowerCase(), name: partitionName }),
  };
}

async function readCommon(
  name: string,
  folder: string,
  size: number,
  udev: UdevProperties | undefined,
  { tree, uses, probed, links }: BlockReader,
): Promise<Omit<DiskPartition, 'number' | 'start'>> {
  const path = `/dev/${name}`;
  return {
    path,
    links: links.get(path) ?? [],
    size,
    readOnly: (await tree.readText(`${folder}/ro`)) === '1',
    signatures: toSignatures(udev, probed.get(path)),
    ...uses.of(path, (await tree.readText(`${folder}/dev`)) ?? ''),
    holders: await uses.holdersOf(`${folder}/holders`),
  };
}

function toSignatures(udev: UdevProperties | undefined, probed: ProbedDevice | undefined): Signature[] {
  const type = udev?.get('ID_FS_TYPE') ?? probed?.fileSystem;
  if (type === undefined) return [];
  const label = udev?.get('ID_FS_LABEL_ENC') ?? udev?.get('ID_FS_LABEL') ?? probed?.label;
  const uuid = udev?.get('ID_FS_UUID') ?? probed?.uuid;
  return [{ type, ...defined({ label, uuid }) }];
}

/**
 * Reads model, serial number and WWN. The model name that the kernel reports takes precedence, because
 * udev replaces the spaces in it.
 */
async function readIdentity(
  folder: string,
  udev: UdevProperties | undefined,
  probed: ProbedDevice | undefined,
  tree: MachineTree,
): Promise<(string | undefined)[]> {
  const first = async (...files: string[]): Promise<string | undefined> => {
    for (const file of files) {
      const text = await tree.readText(`${folder}/${file}`);
      if (text !== undefined) return text.replaceAll(/\s+/g, ' ');
    }
    return undefined;
  };
  return [
    (await first('device/model', 'device/name')) ??
      udev?.get('ID_MODEL')?.replaceAll('_', ' ') ??
      probed?.model,
    udev?.get('ID_SERIAL_SHORT') ?? (await first('device/serial', 'serial')) ?? probed?.serial,
    udev?.get('ID_WWN_WITH_EXTENSION') ??
      udev?.get('ID_WWN') ??
      (await first('wwid', 'device/wwid')) ??
      probed?.wwn,
  ];
}

function kindOf(name: string): Disk['kind'] {
  if (name.startsWith('loop')) return 'loop';
  if (name.startsWith('md')) return 'raid';
  if (name.startsWith('dm-')) return 'mapper';
  if (name.startsWith('sr')) return 'optical';
  return /^(sd[a-z]+|hd[a-z]+|vd[a-z]+|xvd[a-z]+|nvme\d+n\d+|mmcblk\d+|pmem\d+)$/.test(name)
    ? 'disk'
    : 'other';
}

function transportOf(name: string, udev: UdevProperties | undefined): string | undefined {
  if (name.startsWith('nvme')) return 'nvme';
  if (name.startsWith('vd')) return 'virtio';
  if (name.startsWith('mmcblk')) return 'mmc';
  return udev?.get('ID_BUS');
}
