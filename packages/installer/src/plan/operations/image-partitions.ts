import { MIB, type Volume } from '../layout.ts';
import type { Command, Operation } from '../operation.ts';
import type { FileSystem, Partition } from '../plan.ts';
import { hostCommand, defineOperation, splitWords } from './define-operation.ts';

/** Images have sectors of 512 bytes. */
export const SECTOR = 512;

/** An image that is being built. */
export interface ImageFile {
  /** Prefix of the operation IDs. */
  readonly id: 'image' | 'home';
  readonly path: '{image}' | '{home}';
  /** Mount points of all file systems of the new system. */
  readonly mountPoints: readonly string[];
}

/** Returns the operation that creates the file system of a partition, if it has one, directly in the image. */
export function writePartition(partition: Partition, image: ImageFile): Operation[] {
  const { content } = partition;
  if (content === undefined || content.kind === 'swap') return [];
  const volume = { ...partition, content };
  if (content.kind !== 'vfat') return [makeExt4(volume, image)];
  return [content.mountPoint === '/boot' ? makeEsp(volume, image) : makeFat(volume, image)];
}

/** The smallest size at which FAT32 with clusters of 4 KiB has as many clusters as mtools requires. */
const LEAST_LARGE_CLUSTERS = 260 * MIB;

/** Returns the command that creates FAT in a part of an image. */
function formatFat({ start, size, content: { id, label } }: Volume, path: string): Command {
  return hostCommand(
    'mkfs.vfat',
    ...splitWords(`-F 32 -s ${size < LEAST_LARGE_CLUSTERS ? 1 : 8} -S ${SECTOR} -n ${label} --invariant`),
    ...splitWords(`-i ${id.replace('-', '')} --offset ${start / SECTOR}`),
    path,
    String(size / 1024),
  );
}

function makeEsp(volume: Volume, { path }: ImageFile): Operation {
  const place = `${path}@@${volume.start}`;
  return defineOperation({
    id: 'image-esp',
    title: 'Create the EFI system partition and copy /boot into it',
    stage: 'image',
    weight: 10,
    limit: 600,
    commands: [
      formatFat(volume, path),
      hostCommand('mcopy', '-s', '-Q', '-m', '-i', place, '{tree}/boot/*', '::/'),
    ],
    undo: { kind: 'again-from', from: 'image-table' },
    verify: [{ kind: 'command', command: hostCommand('mdir', '-i', place, '::/EFI/BOOT/BOOTX64.EFI') }],
  });
}

/**
 * Shell script that copies the entries of a folder into FAT. The folder may be empty, which mcopy would refuse.
 *
 * Arguments: the folder, and the place of the file system.
 */
const COPY_ENTRIES =
  'cd "$1"; for entry in * .[!.]* ..?*; do [ ! -e "$entry" ] || mcopy -s -Q -m -i "$2" "./$entry" ::/; done';

/** Returns the operation that creates FAT for data. */
function makeFat(volume: Volume, image: ImageFile): Operation {
  const { name, start, content } = volume;
  const place = `${image.path}@@${start}`;
  const covers = coveredFolders(content, image);
  return defineOperation({
    id: partitionId(name, image),
    title: `Create ${describeFileSystem(content)} with the files of the new system`,
    stage: 'image',
    weight: 10,
    limit: 600,
    commands: [
      formatFat(volume, image.path),
      {
        where: 'host',
        argv: ['sh', '-euc', COPY_ENTRIES, 'sh', treeFolder(content), place],
        ...(covers.length === 0 ? {} : { covers }),
      },
    ],
    undo: { kind: 'again-from', from: `${image.id}-table` },
    verify: [{ kind: 'command', command: hostCommand('mdir', '-i', place, '::/') }],
  });
}

function makeExt4({ name, start, size, content }: Volume, image: ImageFile): Operation {
  const covers = coveredFolders(content, image);
  return defineOperation({
    id: partitionId(name, image),
    title: `Create ${describeFileSystem(content)} with the files of the new system`,
    stage: 'image',
    weight: 60,
    limit: 3600,
    commands: [
      {
        where: 'host',
        argv: [
          ...splitWords(`mkfs.ext4 -q -F -L ${content.label} -U ${content.id}`),
          ...splitWords(`-E offset=${start},hash_seed=${content.id}`),
          ...splitWords(`-d ${treeFolder(content)} ${image.path} ${size / 1024}k`),
        ],
        ...(covers.length === 0 ? {} : { covers }),
      },
      ...ownRoot(content, `${image.path}?offset=${start}`),
    ],
    undo: { kind: 'again-from', from: `${image.id}-table` },
    verify: [
      { kind: 'command', command: hostCommand('e2fsck', '-f', '-n', `${image.path}?offset=${start}`) },
    ],
  });
}

/** Mount points that belong to root and have the mode 0755, as does the root of a new file system. */
const rootFolders: ReadonlySet<string> = new Set(['/', '/boot', '/home']);

/**
 * Shell script that sets the owner and mode of the root of ext4 to those of a folder, which `mkfs.ext4 -d` does not
 * copy. The result is compared, because debugfs exits with 0 even if a request fails.
 *
 * Arguments: the folder, and the file system.
 */
const OWN_ROOT = `
stat -c 'set_inode_field <2> uid %u
set_inode_field <2> gid %g
set_inode_field <2> mode 0x%f' -- "$1" | debugfs -w -f /dev/stdin "$2"
written=$(debugfs -R 'stat <2>' "$2" | tr -s ' ')
case $written in *"Mode: $(stat -c '0%a' -- "$1") "*) ;; *) exit 1 ;; esac
case $written in *"User: $(stat -c '%u Group: %g' -- "$1") "*) ;; *) exit 1 ;; esac
`.trim();

/** True if the root of a file system may have another owner or mode than the root of a new file system. */
export function hasOwnRoot({ kind, mountPoint }: FileSystem): boolean {
  return kind === 'ext4' && !rootFolders.has(mountPoint);
}

/** Returns the command that gives the root of ext4 the owner and mode of its folder in the tree. */
export function ownRoot(content: FileSystem, place: string): Command[] {
  if (!hasOwnRoot(content)) return [];
  return [hostCommand('sh', '-euc', OWN_ROOT, 'sh', treeFolder(content), place)];
}

/** Returns the ID of the operation for a partition. The second image has only one partition. */
export function partitionId(name: string, { id }: ImageFile): string {
  return id === 'home' ? 'home-root' : `image-${name}`;
}

export function describeFileSystem({ mountPoint }: FileSystem): string {
  return mountPoint === '/' ? 'the root file system' : `the file system of ${mountPoint}`;
}

/** Returns the folder of the tree that contains the content of a file system. */
export function treeFolder({ mountPoint }: FileSystem): string {
  return mountPoint === '/' ? '{tree}' : `{tree}${mountPoint}`;
}

/**
 * Returns the folders in the tree, below a file system's mount point, that belong to other file systems; not those in
 * other such folders, which are covered with them.
 */
export function coveredFolders({ mountPoint }: FileSystem, { mountPoints }: ImageFile): string[] {
  const prefix = mountPoint === '/' ? '/' : `${mountPoint}/`;
  const nested = mountPoints.filter((other) => other !== mountPoint && other.startsWith(prefix));
  return nested
    .filter((folder) => !nested.some((other) => folder.startsWith(`${other}/`)))
    .map((folder) => `{tree}${folder}`);
}
