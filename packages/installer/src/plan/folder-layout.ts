import { identifyFileSystem, type PreparedFolder, type PreparedMount } from '../facts/chosen-target.ts';
import type { DiskPartition } from '../facts/facts.ts';
import { listVolumes, MIB, partitionTypes, type Firmware } from './layout.ts';
import type { FileSystem, Layout, Partition, PlannedFolder } from './plan.ts';

/**
 * Returns the mounted partitions of a prepared folder as a layout. All of them are kept. For BIOS firmware, the layout
 * also contains the partition for GRUB's boot code.
 */
export function folderLayout({ mounts, bootDisk }: PreparedFolder, firmware: Firmware): Layout {
  const byPath = Map.groupBy(mounts, ({ partition }) => partition.path);
  const bootCode = firmware === 'bios' ? findBootCode(bootDisk.partitions) : undefined;
  return {
    table: 'gpt',
    uuid: bootDisk.tableUuid ?? '',
    size: bootDisk.size,
    sectorSize: bootDisk.sectorSize,
    partitions: [
      ...(bootCode === undefined ? [] : [toPartition(bootCode)]),
      ...[...byPath.values()].map((places): Partition => {
        const { partition } = places[0]!;
        return { ...toPartition(partition), content: toFileSystem(places), kept: 'content' };
      }),
    ],
  };
}

/** Lists the identities of the file systems in a prepared folder that are emptied before packages are installed. */
export function listEmptied({ layout, retained }: PlannedFolder): string[] {
  return listVolumes(layout).flatMap(({ content: { id: uuid, mountPoint, subvolumes } }) =>
    (subvolumes ?? [{ mountPoint, name: '' }])
      .filter((place) => !retained.includes(place.mountPoint))
      .map(({ name }) => identifyFileSystem({ uuid, subvolume: name })),
  );
}

/** Returns the partition for GRUB's boot code; undefined unless there is exactly one that GRUB fits into. */
export function findBootCode(partitions: readonly DiskPartition[]): DiskPartition | undefined {
  const [only, ...others] = partitions.filter(({ type }) => type === partitionTypes.biosBoot);
  return only !== undefined && others.length === 0 && only.size >= MIB && only.start % MIB === 0
    ? only
    : undefined;
}

function toPartition({ number, name = '', type = '', uuid = '', start, size }: DiskPartition): Partition {
  return { number, name, type, uuid, start, size };
}

function toFileSystem(places: readonly PreparedMount[]): FileSystem {
  const main = places.find(({ mountPoint }) => mountPoint === '/') ?? places[0]!;
  const { fileSystem, uuid, mountPoint, options, partition } = main;
  const hasSubvolumes = places.some(({ subvolume = '' }) => subvolume !== '');
  return {
    kind: fileSystem,
    id: uuid,
    label: partition.signatures.find(({ type }) => type === fileSystem)?.label ?? '',
    mountPoint,
    ...(hasSubvolumes
      ? {
          subvolumes: places.map((place) => ({
            name: place.subvolume ?? '',
            mountPoint: place.mountPoint,
          })),
        }
      : {}),
    ...(options.length === 0 ? {} : { options }),
  };
}
