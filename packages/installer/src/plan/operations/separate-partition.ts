import { LUKS_SIZE, MIB } from '../layout.ts';
import type { Command, Operation } from '../operation.ts';
import type { FileSystem, Layout, Partition } from '../plan.ts';
import { defineOperation, hostCommand, splitWords } from './define-operation.ts';
import { checkFileSystem, createSubvolumes, makeFileSystem, makeSwapFile } from './file-systems.ts';
import { encryptFile, temporaryHeader, testPassphrase } from './luks.ts';
import {
  coveredFolders,
  describeFileSystem,
  ownRoot,
  partitionId,
  SECTOR,
  treeFolder,
  type ImageFile,
} from './image-partitions.ts';

/** The folder in which partitions of an image are built, with their mount points. */
export const PARTS_FOLDER = '{work}/parts';

/** The reason why only root can create certain images. */
export const LOOP_REASON =
  'an image with xfs, btrfs or a swap file is filled while it is mounted, which only root can do';

/** True if a file system of an image is filled while it is mounted, because its tools cannot fill it. */
export function needsLoopMount({ partitions }: Layout): boolean {
  return partitions.some(
    ({ content }) => content !== undefined && content.kind !== 'swap' && isMounted(content),
  );
}

function isMounted({ kind, swapFile }: FileSystem): boolean {
  return kind === 'xfs' || kind === 'btrfs' || swapFile !== undefined;
}

/**
 * True for a partition that is built in a separate file, because the tools that create it cannot write to a
 * part of an image.
 */
export function isBuiltSeparately({ content, luks }: Partition): boolean {
  if (content === undefined) return false;
  if (content.kind === 'swap') return content.randomKey !== true;
  return luks !== undefined || isMounted(content);
}

/** Returns the operation that creates the content of a partition in a file. */
export function buildPartition(partition: Partition, image: ImageFile): Operation {
  const { name, content, luks } = partition;
  if (content === undefined) throw new Error(`the partition ${name} has no content`);
  const path = partFile(name);
  const size = luks === undefined ? partition.size : partition.size - LUKS_SIZE;
  return defineOperation({
    id: partitionId(name, image),
    title:
      content.kind === 'swap'
        ? 'Create the swap space'
        : `Create ${describeFileSystem(content)} with the files of the new system`,
    stage: 'image',
    weight: 60,
    limit: 3600,
    commands: [
      hostCommand('install', '-d', '-m', '0700', '--', PARTS_FOLDER),
      hostCommand('rm', '-f', '--', path),
      // Other users cannot read the file, because it contains password hashes.
      hostCommand('install', '-m', '0600', '--', '/dev/null', path),
      hostCommand('truncate', '-s', String(size), '--', path),
      ...(content.kind === 'swap' || isMounted(content)
        ? [makeFileSystem(content, SECTOR, path)]
        : [makePopulated(content, image, path), ...ownRoot(content, path)]),
      ...(content.kind !== 'swap' && isMounted(content) ? populate(name, content, image) : []),
    ],
    verify: [{ kind: 'command', command: checkFileSystem(content, path) }],
  });
}

/** Returns the command that creates ext4 from the tree. */
function makePopulated(content: FileSystem, image: ImageFile, path: string): Command {
  const { where, argv } = makeFileSystem(content, SECTOR, path);
  const covers = coveredFolders(content, image);
  return {
    where,
    argv: [...argv.slice(0, -1), '-d', treeFolder(content), path],
    ...(covers.length === 0 ? {} : { covers }),
  };
}

/**
 * Returns the operation that encrypts a partition's file; an empty list for an unencrypted partition. A partially
 * encrypted file is created again.
 */
export function encryptPart({ name, size, luks }: Partition, image: ImageFile): Operation[] {
  if (luks === undefined) return [];
  const path = partFile(name);
  const from = partitionId(name, image);
  return [
    defineOperation({
      id: `${from}-encrypt`,
      title: `Encrypt the partition ${name} with LUKS2`,
      stage: 'image',
      weight: 60,
      limit: 3600,
      commands: [
        hostCommand('truncate', '-s', String(size), '--', path),
        hostCommand('rm', '-f', '--', `${PARTS_FOLDER}/${temporaryHeader(luks)}`),
        encryptFile(luks, path, { folder: PARTS_FOLDER, reserved: LUKS_SIZE }),
      ],
      undo: { kind: 'again-from', from },
      verify: [{ kind: 'command', command: testPassphrase(path) }],
    }),
  ];
}

/** Returns the operation that copies a partition's file into the image. */
export function copyPartition({ name, start }: Partition, image: ImageFile): Operation {
  const path = partFile(name);
  return defineOperation({
    id: `${partitionId(name, image)}-copy`,
    title: `Copy the partition ${name} into the image`,
    stage: 'image',
    weight: 20,
    limit: 3600,
    commands: [
      hostCommand(
        ...splitWords(`dd status=none bs=${MIB} seek=${start / MIB} conv=notrunc,sparse`),
        `if=${path}`,
        `of=${image.path}`,
      ),
    ],
    // The exit status of dd proves that everything was written; a check of the beginning proves that it was
    // written to the right place.
    verify: [
      {
        kind: 'command',
        command: hostCommand('cmp', `--ignore-initial=0:${start}`, `--bytes=${MIB}`, '--', path, image.path),
      },
    ],
  });
}

/**
 * Mounts a file system and its subvolumes, copies the tree, and runs a command. All mounts end with the script.
 *
 * Arguments: the type, the mount options, the file, a folder for the file system, a folder for the new
 * system, the tree, the number of subvolumes, the name and mount point of each subvolume, and the command.
 */
const POPULATE = String.raw`
mkdir -p "$4" "$5"
mount -t "$1" -o "$2" -- "$3" "$4"
top=$4 root=$5 tree=$6 count=$7
shift 7
if [ "$count" = 0 ]; then mount --bind "$top" "$root"; fi
while [ "$count" -gt 0 ]; do
  mkdir -p "$root$2"
  mount --bind "$top/$1" "$root$2"
  shift 2
  count=$((count - 1))
done
cp -a -- "$tree/." "$root"
"$@"
`.trim();

function populate(name: string, content: FileSystem, image: ImageFile): Command[] {
  const { kind, compression, subvolumes = [], swapFile } = content;
  const path = partFile(name);
  const top = `${PARTS_FOLDER}/${name}`;
  const root = `${top}.root`;
  const covers = coveredFolders(content, image);
  const options = ['loop', ...(compression === undefined ? [] : [`compress=${compression}`])];
  const ordered = subvolumes.toSorted((a, b) => (a.mountPoint < b.mountPoint ? -1 : 1));
  const bound = ordered.flatMap((subvolume) => [
    subvolume.name,
    subvolume.mountPoint === '/' ? '' : subvolume.mountPoint,
  ]);
  const last =
    swapFile === undefined ? ['true'] : makeSwapFile(kind, swapFile, `${root}${swapFile.path}`).argv;
  const folders = [path, top, root, treeFolder(content)];
  const script = ['sh', '-euc', POPULATE, 'sh', kind, options.join(','), ...folders];
  return [
    hostCommand('install', '-d', '--', top),
    ...createSubvolumes(content, top).map((command) => command(path)),
    {
      where: 'host',
      argv: [...script, String(subvolumes.length), ...bound, ...last],
      ...(covers.length === 0 ? {} : { covers }),
    },
  ];
}

function partFile(name: string): string {
  return `${PARTS_FOLDER}/${name}.fs`;
}
