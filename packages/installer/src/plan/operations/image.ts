import { volumeAt, volumesOf, type Volume } from '../layout.ts';
import type { Check, Operation } from '../operation.ts';
import type { Layout } from '../plan-type.ts';
import { host, operation, words } from './build.ts';
import { writeTable } from './disk-table.ts';
import { embedGrub } from './grub.ts';

const SECTOR = 512;

/**
 * Whatever the person's commands did: without these files the image does not start, and nobody would know why.
 * What is in them may have been changed on purpose.
 */
export function verifySystem(needed: readonly Operation[]): Operation {
  const paths = needed.flatMap(({ verify }) =>
    verify.flatMap((check) => (check.kind === 'exists' || check.kind === 'file' ? [check.path] : [])),
  );
  return operation({
    id: 'verify-system',
    title: 'Verify that the system is complete',
    stage: 'verify',
    commands: [host('find', '{tree}/tmp', '-mindepth', '1', '-delete')],
    verify: [...new Set(paths)].map((path): Check => ({ kind: 'exists', path })),
  });
}

/**
 * Partition table and file systems straight into sparse files: no loop device, no mount, no copying.
 *
 * @param home of a second image, which holds /home
 * @param embedded boot code goes outside every file system
 */
export function imageOperations(layout: Layout, home: Layout | undefined, embedded: boolean): Operation[] {
  const esp = volumeAt(layout, '/boot');
  const root = rootOf(layout);
  const covered = [
    ...(esp === undefined ? [] : ['{tree}/boot']),
    ...(home === undefined ? [] : ['{tree}/home']),
  ];
  return [
    makeTable('image', layout, '{image}'),
    ...(embedded ? [embedGrub(layout, '{image}', 'image')] : []),
    ...(esp === undefined ? [] : [makeEsp(esp)]),
    ...(home === undefined ? [] : homeOperations(home)),
    makeExt4('image-root', 'Make the root file system from the tree', root, {
      tree: '{tree}',
      image: '{image}',
      covers: covered,
      from: 'image-table',
    }),
    // Before the image is written through: what is removed now never has to reach the disk.
    operation({
      id: 'image-clean',
      title: 'Remove the tree, which is in the image now',
      stage: 'image',
      weight: 10,
      limit: 3600,
      commands: [host('rm', '-rf', '--one-file-system', '--', '{tree}')],
      verify: [{ kind: 'absent', path: '{work}/tree' }],
    }),
    ...(home === undefined ? [] : [verifyBoth(), publish(home, second)]),
    publish(layout, first),
  ];
}

function homeOperations(layout: Layout): Operation[] {
  const [volume] = volumesOf(layout);
  if (volume === undefined) throw new Error('the second image has no file system');
  return [
    makeTable('home', layout, '{home}'),
    makeExt4('home-root', 'Make the file system of /home from the tree', volume, {
      tree: '{tree}/home',
      image: '{home}',
      covers: [],
      from: 'home-table',
    }),
  ];
}

function makeTable(id: 'image' | 'home', layout: Layout, image: string): Operation {
  const what = id === 'image' ? 'a sparse image' : 'a second sparse image, for /home,';
  return operation({
    id: `${id}-table`,
    title: `Make ${what} of ${layout.size} bytes with its partition table`,
    stage: 'image',
    weight: 2,
    commands: [
      host('rm', '-f', '--', image),
      // It holds the hashes of passwords: nobody else may read it.
      host('install', '-m', '0600', '--', '/dev/null', image),
      host('truncate', '-s', String(layout.size), '--', image),
      writeTable(layout, image),
    ],
    verify: [{ kind: 'table', path: image, uuid: layout.uuid }],
  });
}

function makeEsp({ start, size, content: { id, label } }: Volume): Operation {
  const place = `{image}@@${start}`;
  return operation({
    id: 'image-esp',
    title: 'Make the EFI system partition and copy /boot into it',
    stage: 'image',
    weight: 10,
    limit: 600,
    commands: [
      host(
        'mkfs.vfat',
        ...words(`-F 32 -s 8 -S ${SECTOR} -n ${label} --invariant`),
        ...words(`-i ${id.replace('-', '')} --offset ${start / SECTOR}`),
        '{image}',
        String(size / 1024),
      ),
      host('mcopy', '-s', '-Q', '-m', '-i', place, '{tree}/boot/*', '::/'),
    ],
    undo: { kind: 'again-from', from: 'image-table' },
    verify: [{ kind: 'command', command: host('mdir', '-i', place, '::/EFI/BOOT/BOOTX64.EFI') }],
  });
}

interface Source {
  /** The folder whose content it gets. */
  readonly tree: string;
  readonly image: string;
  /** What of the folder lies elsewhere. */
  readonly covers: readonly string[];
  /** The operation with which an interrupted attempt begins again. */
  readonly from: string;
}

function makeExt4(
  id: string,
  title: string,
  { start, size, content }: Volume,
  { tree, image, covers, from }: Source,
): Operation {
  return operation({
    id,
    title,
    stage: 'image',
    weight: 60,
    limit: 3600,
    commands: [
      {
        where: 'host',
        argv: [
          ...words(`mkfs.ext4 -q -F -L ${content.label} -U ${content.id}`),
          ...words(`-E offset=${start},hash_seed=${content.id}`),
          ...words(`-d ${tree} ${image} ${size / 1024}k`),
        ],
        ...(covers.length === 0 ? {} : { covers }),
      },
    ],
    undo: { kind: 'again-from', from },
    verify: [{ kind: 'command', command: host('e2fsck', '-f', '-n', `${image}?offset=${start}`) }],
  });
}

/** As far as two names can be given at once: nothing that could fail is left between them. */
function verifyBoth(): Operation {
  const images = [first.image, second.image];
  return operation({
    id: 'images-complete',
    title: 'Verify both images and write them through to the disk',
    stage: 'image',
    weight: 10,
    limit: 3600,
    commands: images.map((image) => host('sync', '--', image)),
    verify: images.map((image): Check => ({
      kind: 'command',
      command: host('sfdisk', '--verify', '--quiet', image),
    })),
  });
}

interface Names {
  readonly id: string;
  readonly title: string;
  readonly image: string;
  readonly target: string;
  /** Writes the new name through as well. */
  readonly sync: readonly string[];
}

const first: Names = {
  id: 'publish',
  title: 'Write the image through to the disk and give it its name',
  image: '{image}',
  target: '{target}',
  sync: ['sync', '--', '{folder}'],
};

const second: Names = {
  id: 'home-publish',
  title: 'Write the second image through to the disk and give it its name',
  image: '{home}',
  target: '{second}',
  sync: ['sync', '--file-system', '--', '{second}'],
};

function publish({ uuid }: Layout, { id, title, image, target, sync }: Names): Operation {
  return operation({
    id,
    title,
    stage: 'image',
    weight: 10,
    limit: 3600,
    guardsTarget: true,
    commands: [
      host('sfdisk', '--verify', '--quiet', image),
      host('sync', '--', image),
      host('mv', '-f', '-T', '--', image, target),
      host(...sync),
    ],
    // An older image of the same configuration has the same table: only the new one's absence tells them apart.
    verify: [
      { kind: 'absent', path: image },
      { kind: 'table', path: target, uuid },
    ],
    undo: { kind: 'verify-first' },
  });
}

function rootOf(layout: Layout): Volume {
  const root = volumeAt(layout, '/');
  if (root === undefined) throw new Error('the layout has nothing at /');
  return root;
}
