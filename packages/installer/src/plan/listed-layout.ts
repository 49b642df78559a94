import { defined } from '@writ/diagnostics/internal';
import type { DiskSettings, ListedPartition } from '../config/settings.ts';
import type { DiskPartition } from '../facts/facts.ts';
import { deriveFatId, deriveTableUuid, deriveUuid } from './identifiers.ts';
import { MIB, minimumContent, partitionTypes, type Drive, type LayoutSettings } from './layout.ts';
import { defaultSubvolumes, encryption, withFileSystem } from './partition-content.ts';
import { placePartitions } from './placement.ts';
import type { FileSystem, Layout, Partition, SwapSpace } from './plan.ts';

/** File systems of kept partitions that the new system can mount. */
export const mountableKinds = ['vfat', 'ext4', 'xfs', 'btrfs', 'f2fs'] as const;

/** An entry of the list with its partition; the partition is absent if the drive has no space for it. */
export interface PlacedEntry {
  readonly entry: ListedPartition;
  readonly partition?: Partition;
}

/** Returns the existing partitions of a drive with this UUID. Only one of them can be kept, so several are an error. */
export function findKept({ partitions = [] }: Drive, uuid: string): readonly DiskPartition[] {
  return partitions.filter((partition) => partition.uuid === uuid);
}

/**
 * Returns the layout of a drive that the list describes: the kept partitions at their places, and the others in the
 * free space.
 *
 * @param index index of the drive
 * @throws RangeError if a partition has no place; `placeEntries` finds it
 */
export function listedLayout(drive: Drive, index: 0 | 1, seed: string, settings: LayoutSettings): Layout {
  const partitions = placeEntries(drive, index, seed, settings).flatMap(({ partition }) => partition ?? []);
  if (partitions.length < entriesOf(settings, index).length)
    throw new RangeError(`no layout fits in ${drive.size} bytes`);
  const keeps = partitions.some(({ kept }) => kept !== undefined);
  return {
    table: 'gpt',
    uuid:
      (keeps ? drive.tableUuid : undefined) ?? deriveTableUuid(seed, index === 0 ? 'table' : 'second table'),
    size: Math.floor(drive.size / MIB) * MIB,
    sectorSize: drive.sectorSize ?? 512,
    partitions: partitions.toSorted((a, b) => a.number - b.number),
  };
}

function entriesOf({ disk }: LayoutSettings, index: 0 | 1): readonly ListedPartition[] {
  return (disk?.partitions ?? []).filter(({ drive }) => drive === index);
}

/** Places the entries of a drive. A partition that is too small for its content gets no space either. */
export function placeEntries(
  drive: Drive,
  index: 0 | 1,
  seed: string,
  settings: LayoutSettings,
): PlacedEntry[] {
  const entries = entriesOf(settings, index);
  const existing = entries.map(({ keep }) =>
    keep === undefined ? undefined : findKept(drive, keep.uuid)[0],
  );
  const fresh = entries.filter(({ keep }) => keep === undefined);
  const places = placePartitions(
    drive.size,
    existing.filter((partition) => partition !== undefined),
    fresh.map(({ size }) => (size === undefined ? undefined : size * MIB)),
  );
  const used = new Set(existing.map((partition) => partition?.number));
  const numbers = Array.from({ length: 256 }, (_item, at) => at + 1).filter((number) => !used.has(number));
  return entries.map((entry, at) => {
    const found = existing[at];
    if (entry.keep !== undefined) {
      return { entry, ...defined({ partition: found && keptPartition(entry, found, seed, settings) }) };
    }
    const order = fresh.indexOf(entry);
    const place = places[order];
    if (place === undefined) return { entry };
    const name = nameOf(entry, settings);
    const content = contentOf(entry, seed, settings);
    const partition: Partition = {
      number: numbers[order] ?? order + 1,
      name,
      type: typeOf(entry),
      uuid: deriveUuid(seed, `${name} partition`),
      ...place,
      ...defined({ content }),
      ...encryptionOf(entry, seed, settings),
    };
    return partition.size < minimumContent(partition) ? { entry } : { entry, partition };
  });
}

function keptPartition(
  entry: ListedPartition,
  { number, start, size, type = '', uuid = '', name = '', signatures }: DiskPartition,
  seed: string,
  settings: LayoutSettings,
): Partition | undefined {
  const place = { number, type, uuid, start, size };
  if (entry.keep?.format === true) {
    const content = contentOf(entry, seed, settings);
    const partition: Partition = {
      ...place,
      name: nameOf(entry, settings),
      ...defined({ content }),
      ...encryptionOf(entry, seed, settings),
      kept: 'place',
    };
    return partition.size < minimumContent(partition) ? undefined : partition;
  }
  const [signature] = signatures;
  const { kind: use, mountPoint, options } = entry;
  const label = signature?.label ?? '';
  const id = signature?.uuid ?? '';
  const kind = mountableKinds.find((one) => one === signature?.type);
  const content: FileSystem | SwapSpace | undefined =
    use === 'swap'
      ? { kind: 'swap', id, label }
      : mountPoint === undefined || kind === undefined
        ? undefined
        : { kind, id, label, mountPoint, ...defined({ options }) };
  return { ...place, name, ...defined({ content }), kept: 'content' };
}

/** Returns the name of a partition: its kind, with a number if the list contains others of the same kind. */
function nameOf(entry: ListedPartition, { disk }: LayoutSettings): string {
  const { kind } = entry;
  const name = kind === 'efi' ? 'esp' : (kind ?? 'other');
  const same = (disk?.partitions ?? []).filter((other) => other.kind === kind);
  return same.length > 1 ? `${name}${same.indexOf(entry) + 1}` : name;
}

function typeOf({ kind = 'data' }: ListedPartition): string {
  switch (kind) {
    case 'efi':
      return partitionTypes.esp;
    case 'bios':
      return partitionTypes.biosBoot;
    default:
      return partitionTypes[kind];
  }
}

function encryptionOf(
  entry: ListedPartition,
  seed: string,
  settings: LayoutSettings,
): Pick<Partition, 'luks'> {
  return entry.luks === true && entry.kind !== 'swap'
    ? encryption(nameOf(entry, settings), seed, settings)
    : {};
}

/** Returns the content to create in a partition; undefined for boot code. */
function contentOf(
  entry: ListedPartition,
  seed: string,
  settings: LayoutSettings,
): FileSystem | SwapSpace | undefined {
  const { kind, fileSystem, mountPoint, options, luks } = entry;
  const name = nameOf(entry, settings);
  const label = entry.label ?? (kind === 'efi' ? 'ESP' : defaultLabel(entry, name));
  if (kind === 'swap') {
    const randomKey = luks === true ? { randomKey: luks } : {};
    return { kind: 'swap', id: deriveUuid(seed, name), label, ...randomKey };
  }
  if (fileSystem === undefined || mountPoint === undefined) return undefined;
  const id = fileSystem === 'vfat' ? deriveFatId(seed, name) : deriveUuid(seed, name);
  const further = defined({ options });
  if (fileSystem === 'vfat') return { kind: 'vfat', id, label, mountPoint, ...further };
  const base = { kind: 'ext4', id, label, mountPoint } as const;
  return { ...withFileSystem(base, { ...settings, disk: btrfsSettings(entry, settings) }), ...further };
}

function defaultLabel({ fileSystem, mountPoint }: ListedPartition, name: string): string {
  const label = (mountPoint?.split('/').at(-1) || name).slice(0, 11);
  // mkfs.vfat refuses dots.
  return fileSystem === 'vfat' ? label.replaceAll('.', '_') : label;
}

/** Returns the settings from which the file system of one partition is created. */
function btrfsSettings({ fileSystem }: ListedPartition, { disk }: LayoutSettings): DiskSettings {
  if (fileSystem === 'xfs' || fileSystem === 'f2fs') return { fileSystem: { kind: fileSystem } };
  if (fileSystem !== 'btrfs') return {};
  const configured = disk?.fileSystem?.kind === 'btrfs' ? disk.fileSystem : undefined;
  const others = new Set((disk?.partitions ?? []).map((entry) => entry.mountPoint));
  const subvolumes = defaultSubvolumes(false).filter(
    ({ mountPoint }) => mountPoint === '/' || !others.has(mountPoint),
  );
  return { fileSystem: { kind: 'btrfs', subvolumes, ...configured } };
}
