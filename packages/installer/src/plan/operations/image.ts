import { inParallel, inSequence, type Schedule } from '../dependencies.ts';
import { findVolume, listVolumes, type Volume } from '../layout.ts';
import type { Check, Operation } from '../operation.ts';
import type { Layout } from '../plan.ts';
import { hostCommand, defineOperation, splitWords } from './define-operation.ts';
import { writeTable } from './disk-table.ts';
import { embedGrub } from './grub.ts';

const SECTOR = 512;

/**
 * Checks that custom commands have not removed files that are required for booting. The file
 * contents are not checked, because a command may have changed them on purpose.
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
 * Returns the operations that write the partition table and the file systems directly into sparse files,
 * without loop devices, mounts or copies.
 *
 * @param home layout of a second image with /home
 * @param embedded true if boot code is written outside the file systems
 */
export function imageOperations(layout: Layout, home: Layout | undefined, embedded: boolean): Schedule {
  const esp = findVolume(layout, '/boot');
  const root = findRootVolume(layout);
  const covered = [
    ...(esp === undefined ? [] : ['{tree}/boot']),
    ...(home === undefined ? [] : ['{tree}/home']),
  ];
  return inSequence(
    inParallel(
      inSequence(
        makeTable('image', layout, '{image}'),
        // Each writes to its own part of the image.
        inParallel(
          ...(embedded ? [embedGrub(layout, '{image}', 'image')] : []),
          ...(esp === undefined ? [] : [makeEsp(esp)]),
          makeExt4('image-root', 'Create the root file system from the tree', root, {
            tree: '{tree}',
            image: '{image}',
            covers: covered,
            from: 'image-table',
          }),
        ),
      ),
      ...(home === undefined ? [] : [homeOperations(home)]),
    ),
    // Removed before the image is synced, to avoid writing the blocks of the tree to the disk.
    defineOperation({
      id: 'image-clean',
      title: 'Remove the tree, which is now in the image',
      stage: 'image',
      weight: 10,
      limit: 3600,
      commands: [hostCommand('rm', '-rf', '--one-file-system', '--', '{tree}')],
      verify: [{ kind: 'absent', path: '{tree}' }],
    }),
    ...(home === undefined ? [] : [verifyImages(), publishImage(home, homeImage)]),
    publishImage(layout, systemImage),
  );
}

function homeOperations(layout: Layout): Schedule {
  const [volume] = listVolumes(layout);
  if (volume === undefined) throw new Error('the second image has no file system');
  return inSequence(
    makeTable('home', layout, '{home}'),
    makeExt4('home-root', 'Create the file system of /home from the tree', volume, {
      tree: '{tree}/home',
      image: '{home}',
      covers: [],
      from: 'home-table',
    }),
  );
}

function makeTable(id: 'image' | 'home', layout: Layout, image: string): Operation {
  const what = id === 'image' ? 'a sparse image' : 'a second sparse image, for /home,';
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
      // Without the option, sfdisk sleeps and syncs all file systems of this machine.
      writeTable(layout, image, ['--no-tell-kernel']),
    ],
    verify: [{ kind: 'table', path: image, uuid: layout.uuid }],
  });
}

function makeEsp({ start, size, content: { id, label } }: Volume): Operation {
  const place = `{image}@@${start}`;
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
        '{image}',
        String(size / 1024),
      ),
      hostCommand('mcopy', '-s', '-Q', '-m', '-i', place, '{tree}/boot/*', '::/'),
    ],
    undo: { kind: 'again-from', from: 'image-table' },
    verify: [{ kind: 'command', command: hostCommand('mdir', '-i', place, '::/EFI/BOOT/BOOTX64.EFI') }],
  });
}

interface FileSystemSource {
  /** The folder with the content of the file system. */
  readonly tree: string;
  readonly image: string;
  /** Folders of the tree that belong to another file system. */
  readonly covers: readonly string[];
  /** The operation at which an interrupted attempt restarts. */
  readonly from: string;
}

function makeExt4(
  id: string,
  title: string,
  { start, size, content }: Volume,
  { tree, image, covers, from }: FileSystemSource,
): Operation {
  return defineOperation({
    id,
    title,
    stage: 'image',
    weight: 60,
    limit: 3600,
    commands: [
      {
        where: 'host',
        argv: [
          ...splitWords(`mkfs.ext4 -q -F -L ${content.label} -U ${content.id}`),
          ...splitWords(`-E offset=${start},hash_seed=${content.id}`),
          ...splitWords(`-d ${tree} ${image} ${size / 1024}k`),
        ],
        ...(covers.length === 0 ? {} : { covers }),
      },
    ],
    undo: { kind: 'again-from', from },
    verify: [{ kind: 'command', command: hostCommand('e2fsck', '-f', '-n', `${image}?offset=${start}`) }],
  });
}

/**
 * Verifies both images before renaming either, so that nothing can fail between the two renames.
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
  /** Command that syncs the renamed file. */
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

function findRootVolume(layout: Layout): Volume {
  const root = findVolume(layout, '/');
  if (root === undefined) throw new Error('the layout has nothing at /');
  return root;
}
