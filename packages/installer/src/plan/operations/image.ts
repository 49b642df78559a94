import { inParallel, inSequence, type Schedule } from '../dependencies.ts';
import { isSparse, listVolumes } from '../layout.ts';
import type { Check, Operation } from '../operation.ts';
import type { Layout } from '../plan.ts';
import { hostCommand, defineOperation } from './define-operation.ts';
import { writeTable } from './disk-table.ts';
import { embedGrub } from './grub.ts';
import { writePartition, type ImageFile } from './image-partitions.ts';
import {
  buildPartition,
  copyPartition,
  encryptPart,
  isBuiltSeparately,
  PARTS_FOLDER,
} from './separate-partition.ts';

/**
 * Returns the operation that empties /tmp, and checks that custom commands have not removed files that are required for
 * booting. The file contents are not checked, because a command may have changed them on purpose.
 */
export function verifySystem(needed: readonly Operation[]): Operation {
  const paths = needed.flatMap(({ verify }) =>
    verify.flatMap((check) => (check.kind === 'exists' || check.kind === 'file' ? [check.path] : [])),
  );
  return defineOperation({
    id: 'verify-system',
    title: 'Verify that the system is complete',
    stage: 'verify',
    commands: [hostCommand('find', '{tree}/tmp', '-mindepth', '1', '-delete')],
    verify: [...new Set(paths)].map((path): Check => ({ kind: 'exists', path })),
  });
}

/**
 * Returns the operations that build images from the tree, remove the tree and give the images their final names.
 * Loop devices, mounts and copies are used only where they are necessary.
 *
 * @param home layout of a second image with /home
 * @param embedded true if boot code is written outside the file systems
 */
export function imageOperations(layout: Layout, home: Layout | undefined, embedded: boolean): Schedule {
  const layouts = home === undefined ? [layout] : [layout, home];
  const mountPoints = layouts.flatMap(listVolumes).map(({ content }) => content.mountPoint);
  const hasParts = layouts.some(({ partitions }) => partitions.some(isBuiltSeparately));
  return inSequence(
    inParallel(
      fillImage(
        layout,
        { id: 'image', path: '{image}', mountPoints },
        embedded ? [embedGrub(layout, '{image}', 'image')] : [],
      ),
      ...(home === undefined ? [] : [fillImage(home, { id: 'home', path: '{home}', mountPoints }, [])]),
    ),
    // The tree is removed before the image is synced, to avoid writing the tree's blocks to the disk.
    defineOperation({
      id: 'image-clean',
      title: 'Remove the folders of the new system, which are now in the image',
      stage: 'image',
      weight: 10,
      limit: 3600,
      commands: [
        hostCommand('rm', '-rf', '--one-file-system', '--', '{tree}', ...(hasParts ? [PARTS_FOLDER] : [])),
      ],
      verify: [{ kind: 'absent', path: '{tree}' }],
    }),
    ...(home === undefined ? [] : [verifyImages(), publishImage(home, homeImage)]),
    publishImage(layout, systemImage),
  );
}

/** @param bootCode operations that write boot code outside the file systems */
function fillImage(layout: Layout, image: ImageFile, bootCode: readonly Operation[]): Schedule {
  const { partitions } = layout;
  const separate = partitions.filter(isBuiltSeparately);
  const others = partitions.filter((partition) => !isBuiltSeparately(partition));
  const written = inSequence(
    makeTable(image.id, layout, image.path),
    // Each operation writes to its own part of the image.
    inParallel(...bootCode, ...others.flatMap((partition) => writePartition(partition, image))),
  );
  if (separate.length === 0) return written;
  return inSequence(
    inParallel(
      written,
      ...separate.map((partition) =>
        inSequence(buildPartition(partition, image), ...encryptPart(partition, image)),
      ),
    ),
    inParallel(...separate.map((partition) => copyPartition(partition, image))),
  );
}

function makeTable(id: 'image' | 'home', layout: Layout, image: string): Operation {
  const sparse = isSparse(layout) ? 'sparse ' : '';
  const what =
    id === 'image' ? `${sparse === '' ? 'an' : 'a'} ${sparse}image` : `a second ${sparse}image, for /home,`;
  return defineOperation({
    id: `${id}-table`,
    title: `Create ${what} of ${layout.size} bytes with its partition table`,
    stage: 'image',
    weight: 2,
    commands: [
      hostCommand('rm', '-f', '--', image),
      // Other users cannot read the image, because it contains password hashes.
      hostCommand('install', '-m', '0600', '--', '/dev/null', image),
      hostCommand('truncate', '-s', String(layout.size), '--', image),
      // Without this option, sfdisk sleeps and syncs all file systems on this machine.
      writeTable(layout, image, ['--no-tell-kernel']),
    ],
    verify: [{ kind: 'table', path: image, uuid: layout.uuid }],
  });
}

/**
 * Returns the operation that verifies both images before either is renamed, so that neither is renamed if the other is
 * damaged.
 */
function verifyImages(): Operation {
  const images = [systemImage.image, homeImage.image];
  return defineOperation({
    id: 'images-complete',
    title: 'Verify both images and sync them to the disk',
    stage: 'image',
    weight: 10,
    limit: 3600,
    commands: images.map((image) => hostCommand('sync', '--', image)),
    verify: images.map((image): Check => ({
      kind: 'command',
      command: hostCommand('sfdisk', '--verify', '--quiet', image),
    })),
  });
}

interface PublishedImage {
  readonly id: string;
  readonly title: string;
  readonly image: string;
  readonly target: string;
  /** Command that syncs the renaming to the disk. */
  readonly sync: readonly string[];
}

const systemImage: PublishedImage = {
  id: 'publish',
  title: 'Sync the image to the disk and give it its name',
  image: '{image}',
  target: '{target}',
  sync: ['sync', '--', '{folder}'],
};

const homeImage: PublishedImage = {
  id: 'home-publish',
  title: 'Sync the second image to the disk and give it its name',
  image: '{home}',
  target: '{second}',
  sync: ['sync', '--file-system', '--', '{second}'],
};

function publishImage({ uuid }: Layout, { id, title, image, target, sync }: PublishedImage): Operation {
  return defineOperation({
    id,
    title,
    stage: 'image',
    weight: 10,
    limit: 3600,
    guardsTarget: true,
    commands: [
      hostCommand('sfdisk', '--verify', '--quiet', image),
      hostCommand('sync', '--', image),
      hostCommand('mv', '-f', '-T', '--', image, target),
      hostCommand(...sync),
    ],
    // An older image of the same configuration has the same partition table, so only the absence of
    // the new file proves the rename.
    verify: [
      { kind: 'absent', path: image },
      { kind: 'table', path: target, uuid },
    ],
    undo: { kind: 'verify-first' },
  });
}
