import type { Disk, DiskPartition } from './facts.ts';

/** An existing disk or an image that was chosen as a target. */
export type ChosenTarget =
  /** The absolute path of the image, with symbolic links resolved. */
  | { readonly kind: 'image'; readonly path: string }
  | { readonly kind: 'device'; readonly disk: Disk }
  | PreparedFolder;

/** A folder in which the user has mounted the file systems of the new system. */
export interface PreparedFolder {
  readonly kind: 'folder';
  /** The absolute path, with symbolic links resolved. */
  readonly path: string;
  /** The mounts in the folder, sorted by mount point; the first one is that of /. */
  readonly mounts: readonly PreparedMount[];
  /** The disk from which the firmware starts the new system. */
  readonly bootDisk: Disk;
}

/** A file system, or a subvolume of it, that is mounted in a prepared folder. */
export interface PreparedMount {
  /** The path in the new system, such as `/` or `/boot`. */
  readonly mountPoint: string;
  readonly partition: DiskPartition;
  readonly fileSystem: 'vfat' | 'ext4' | 'btrfs' | 'xfs' | 'f2fs';
  /** In the notation of fstab. */
  readonly uuid: string;
  /** The path of the mounted btrfs subvolume without the leading slash; empty for the top level. */
  readonly subvolume?: string;
  /** The mount options that fstab repeats. */
  readonly options: readonly string[];
  /** Whether its files remain, because no package writes to it. */
  readonly isRetained: boolean;
  /** The paths of the files and folders in it, as in `FolderMount`; empty for an unfinished installation. */
  readonly entries: readonly string[];
}

/**
 * Identifies a target across runs. A disk's path may change at every boot, so the identity contains the path
 * only if the disk has neither a serial number nor a WWN. A loop device is identified by its file, and a prepared folder
 * by its root file system.
 */
export function identityOf(target: ChosenTarget): string {
  if (target.kind === 'image') return `image:${target.path}`;
  if (target.kind === 'folder') {
    const [root] = target.mounts;
    return `folder:${root === undefined ? '' : identifyFileSystem(root)}`;
  }
  const { path, model, serial, wwn, size, backingFile } = target.disk;
  if (backingFile !== undefined) return `device:file=${backingFile};size=${size}`;
  const known = { model, serial, wwn, size: String(size) };
  const named = serial === undefined && wwn === undefined ? { ...known, path } : known;
  const parts = Object.entries(named).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`],
  );
  return `device:${parts.join(';')}`;
}

/** Identifies a file system, or the top level or a subvolume of a btrfs file system, across runs. */
export function identifyFileSystem({
  uuid,
  subvolume = '',
}: Pick<PreparedMount, 'uuid' | 'subvolume'>): string {
  return `file-system=${uuid}${subvolume === '' ? '' : `;subvolume=${subvolume}`}`;
}
