import type { Diagnostic } from '@writ/diagnostics';
import type { DiskExtension, ListedPartition } from '../../schema/types.gen.ts';
import { MOUNT_POINTS } from '../extension-settings.ts';
import { displayValue } from '../secrets.ts';
import { withPointers, type CheckContext } from './check.ts';
import { isMountOption, type ListedFileSystem } from './mount-options.ts';
import { describeReserved, isIn, isPath, needsOwners } from './mount-points.ts';

/** Checks the mount point of a listed partition. */
export function checkMountPoint(
  item: ListedPartition,
  pointer: string,
  { config, finding }: CheckContext,
): Diagnostic[] {
  const { kind, mount, keep } = item;
  const at = `${pointer}/mount`;
  if (kind === 'data') {
    if (mount === undefined) {
      const hint =
        keep === undefined
          ? 'add "mount", such as "/srv"'
          : 'add "mount", or remove "kind" to leave it unused';
      return [finding('partitions', pointer, { message: 'the partition has no mount point', hint })];
    }
    const message = `data cannot be mounted at ${displayValue(mount)}`;
    if (!isPath(mount) || mount === '/') {
      const expected =
        'a path such as /srv that consists of letters, digits and ._@-, outside /boot, /etc and /usr';
      return [finding('partitions', at, { message, expected })];
    }
    const reason = describeReserved(mount) ?? describeConflict(item, mount, config['x-writ'] ?? {});
    return reason === undefined
      ? []
      : [finding('partitions', at, { message, expected: 'a path such as /srv', hint: reason })];
  }
  if (mount === undefined || kind === undefined || mount === MOUNT_POINTS[kind]) return [];
  return [
    finding('partitions', at, {
      message: `a partition of the kind ${kind} cannot be mounted at ${displayValue(mount)}`,
      hint: 'remove the mount point, or choose the kind data',
    }),
  ];
}

type Extension = NonNullable<CheckContext['config']['x-writ']>;

/** Returns the reason why a partition conflicts with other settings at its mount point; undefined if it does not. */
function describeConflict(
  { 'file-system': fileSystem }: ListedPartition,
  mount: string,
  { disk = {}, swap }: Extension,
): string | undefined {
  if (fileSystem === 'vfat' && needsOwners(mount))
    return 'vfat cannot store the owners and permissions of the files there';
  const { snapshots, subvolumes } = disk.btrfs ?? {};
  const hasSubvolumes = hasBtrfsRoot(disk) && subvolumes?.length !== 0;
  if (swap?.kind === 'file' && isIn(mount, hasSubvolumes ? '/swap' : '/swapfile'))
    return `${hasSubvolumes ? '/swap contains' : '/swapfile is'} the swap file`;
  // Another finding reports a partition at the mount point of a listed subvolume.
  const isListed = subvolumes?.some((subvolume) => subvolume.mount === mount) === true;
  return snapshots === 'snapper' && isIn(mount, '/.snapshots') && !isListed
    ? "/.snapshots contains snapper's snapshots"
    : undefined;
}

/** True if / contains btrfs. */
export function hasBtrfsRoot(disk: DiskExtension): boolean {
  return rootFileSystem(disk) === 'btrfs';
}

/** Returns the file system of /, in a listed partition if there is one; undefined for the default. */
export function rootFileSystem({
  partitions = [],
  'file-system': standard,
}: DiskExtension): DiskExtension['file-system'] | 'vfat' {
  const root = partitions.find((entry: ListedPartition | undefined) => entry?.kind === 'root');
  return root?.['file-system'] ?? standard;
}

/** Reports mount options with which the partition could not be mounted or the system could not start. */
export function checkMountOptions(
  item: ListedPartition,
  pointer: string,
  { config, finding }: CheckContext,
): Diagnostic[] {
  const standard = config['x-writ']?.disk?.['file-system'] ?? 'ext4';
  return withPointers(`${pointer}/options`, item.options).flatMap(({ item: option, pointer: at }) => {
    const reason = describeForbidden(option, item) ?? describeUnknown(option, item, standard);
    if (reason === undefined) return [];
    return [
      finding('partitions', at, {
        message: `the mount option ${displayValue(option)} cannot be used here: ${reason}`,
        hint: 'remove it',
      }),
    ];
  });
}

/** Partitions to which the installation writes. */
const writtenKinds: ReadonlySet<ListedPartition['kind']> = new Set(['efi', 'boot', 'root', 'home']);

/** Folders of packages that contain programs. */
const programFolders: ReadonlySet<string> = new Set(['/opt', '/var']);

function remains({ keep }: ListedPartition): boolean {
  return keep !== undefined && keep.format !== true;
}

/** Describes why a known option cannot be used for a partition; undefined if it can. */
function describeForbidden(option: string, partition: ListedPartition): string | undefined {
  const { kind, mount = '' } = partition;
  const [name = ''] = option.split('=');
  switch (name) {
    case 'bind':
    case 'rbind':
      return 'it mounts a folder, not a partition';
    case 'remount':
      return 'it changes a file system that is already mounted';
    case 'subvol':
    case 'subvolid':
      // Writ does not know the subvolumes of a kept file system.
      return remains(partition)
        ? undefined
        : 'Writ mounts the subvolumes of x-writ.disk.btrfs.subvolumes itself';
    case 'noauto':
      return kind === 'root' ? 'the system cannot start without /' : undefined;
    case 'ro':
      return writtenKinds.has(kind) ? 'the installation writes to this partition' : undefined;
    case 'noexec':
    case 'user':
    case 'users':
      return kind === 'root' || (kind === 'data' && programFolders.has(mount))
        ? 'programs in this partition could not run'
        : undefined;
    case 'nosuid':
    case 'owner':
    case 'group':
      return kind === 'root' ? 'programs such as sudo could not run as another user' : undefined;
    default:
      return undefined;
  }
}

/** Describes that the file system of a partition does not have an option; undefined if it has. */
function describeUnknown(
  option: string,
  partition: ListedPartition,
  standard: ListedFileSystem,
): string | undefined {
  const { kind, 'file-system': written } = partition;
  // Only the plan knows the file system of a kept partition.
  if (remains(partition)) return isMountOption(option, undefined) ? undefined : 'no file system has it';
  const fileSystem = kind === 'efi' ? 'vfat' : kind === 'boot' ? 'ext4' : (written ?? standard);
  return isMountOption(option, fileSystem)
    ? undefined
    : `${fileSystem} does not have it, or not in this form`;
}
