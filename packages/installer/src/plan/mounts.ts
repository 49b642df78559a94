import { listVolumes, type Volume } from './layout.ts';
import type { Layout, PlannedTarget } from './plan.ts';

/** A place where a file system or one of its subvolumes is mounted. */
export interface Mount {
  readonly volume: Volume;
  readonly mountPoint: string;
  /** Options other than the defaults. */
  readonly options: readonly string[];
}

/** A place where the new system mounts a file system. */
export interface MountPoint {
  readonly mountPoint: string;
  /** True if the files of the file system remain. */
  readonly isKept: boolean;
}

/** Lists the mount points of a new system. */
export function listMountPoints(targets: readonly PlannedTarget[]): MountPoint[] {
  return targets.flatMap((target) =>
    listMounts(target.layout).map(({ volume, mountPoint }) => ({
      mountPoint,
      isKept: target.kind === 'folder' ? target.retained.includes(mountPoint) : volume.kept === 'content',
    })),
  );
}

/** Lists the mounts of a drive, in the order of its partitions. */
export function listMounts(layout: Layout): Mount[] {
  return listVolumes(layout).flatMap(mountsOf);
}

/** Sorts mounts so that parent folders precede the folders in them. */
export function sortMounts<M extends Pick<Mount, 'mountPoint'>>(mounts: readonly M[]): M[] {
  return mounts.toSorted((a, b) => (a.mountPoint < b.mountPoint ? -1 : 1));
}

function mountsOf(volume: Volume): Mount[] {
  const { kind, mountPoint, subvolumes, compression, options: further = [] } = volume.content;
  const options = [
    ...(kind === 'vfat' ? ['umask=0077'] : []),
    ...(compression === undefined ? [] : [`compress=${compression}`]),
    ...further,
  ];
  return subvolumes === undefined
    ? [{ volume, mountPoint, options }]
    : subvolumes.map((subvolume) => ({
        volume,
        mountPoint: subvolume.mountPoint,
        options: [...options, `subvol=/${subvolume.name}`],
      }));
}
