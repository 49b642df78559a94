import type { Volume } from '../layout.ts';
import type { Operation } from '../operation.ts';
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
  return [content.kind === 'vfat' ? makeEsp(volume, image) : makeExt4(volume, image)];
}

function makeEsp({ start, size, content: { id, label } }: Volume, { path }: ImageFile): Operation {
  const place = `${path}@@${start}`;
  return defineOperation({
    id: 'image-esp',
    title: 'Create the EFI system partition and copy /boot into it',
    stage: 'image',
    weight: 10,
    limit: 600,
    commands: [
      hostCommand(
        'mkfs.vfat',
        ...splitWords(`-F 32 -s 8 -S ${SECTOR} -n ${label} --invariant`),
        ...splitWords(`-i ${id.replace('-', '')} --offset ${start / SECTOR}`),
        path,
        String(size / 1024),
      ),
      hostCommand('mcopy', '-s', '-Q', '-m', '-i', place, '{tree}/boot/*', '::/'),
    ],
    undo: { kind: 'again-from', from: 'image-table' },
    verify: [{ kind: 'command', command: hostCommand('mdir', '-i', place, '::/EFI/BOOT/BOOTX64.EFI') }],
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
    ],
    undo: { kind: 'again-from', from: `${image.id}-table` },
    verify: [
      { kind: 'command', command: hostCommand('e2fsck', '-f', '-n', `${image.path}?offset=${start}`) },
    ],
  });
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

/** Returns the folders in the tree, below a file system's mount point, that belong to other file systems. */
export function coveredFolders({ mountPoint }: FileSystem, { mountPoints }: ImageFile): string[] {
  const prefix = mountPoint === '/' ? '/' : `${mountPoint}/`;
  return mountPoints
    .filter((other) => other !== mountPoint && other.startsWith(prefix))
    .map((other) => `{tree}${other}`);
}
