import type { Check, Operation } from '../operation.ts';
import type { Layout, Partition } from '../plan-type.ts';
import { host, operation, words } from './build.ts';

const SECTOR = 512;

/**
 * Whatever the person's commands did: without these files the image does not start, and nobody would know why.
 * What is in them may have been changed on purpose.
 */
export function verifySystem(needed: readonly Operation[]): Operation {
  const checks = needed.flatMap(({ verify }) =>
    verify.flatMap((check): Check[] =>
      check.kind === 'exists' || check.kind === 'file' ? [{ kind: 'exists', path: check.path }] : [],
    ),
  );
  return operation({
    id: 'verify-system',
    title: 'Verify that the system is complete',
    stage: 'verify',
    commands: [host('find', '{tree}/tmp', '-mindepth', '1', '-delete')],
    verify: checks,
  });
}

/** Partition table and file systems straight into one sparse file: no loop device, no mount, no copying. */
export function imageOperations(layout: Layout): Operation[] {
  const esp = partitionAt(layout, '/boot');
  const root = partitionAt(layout, '/');
  const rootFile = `{image}?offset=${root.start}`;
  const espFile = `{image}@@${esp.start}`;
  const table: Check = { kind: 'table', path: '{image}', uuid: layout.uuid };
  return [
    operation({
      id: 'image-table',
      title: `Make a sparse image of ${layout.size} bytes with its partition table`,
      stage: 'image',
      weight: 2,
      commands: [
        host('rm', '-f', '--', '{image}'),
        // It holds the hashes of passwords: nobody else may read it.
        host('install', '-m', '0600', '--', '/dev/null', '{image}'),
        host('truncate', '-s', String(layout.size), '--', '{image}'),
        { where: 'host', argv: ['sfdisk', '--quiet', '{image}'], stdin: [sfdiskScript(layout)] },
      ],
      verify: [table],
    }),
    operation({
      id: 'image-esp',
      title: 'Make the EFI system partition and copy /boot into it',
      stage: 'image',
      weight: 10,
      limit: 600,
      commands: [
        host(
          'mkfs.vfat',
          ...words(`-F 32 -s 8 -S ${SECTOR} -n ESP --invariant`),
          ...words(`-i ${esp.fileSystemId.replace('-', '')} --offset ${esp.start / SECTOR}`),
          '{image}',
          String(esp.size / 1024),
        ),
        host('mcopy', '-s', '-Q', '-m', '-i', espFile, '{tree}/boot/*', '::/'),
      ],
      undo: { kind: 'again-from', from: 'image-table' },
      verify: [{ kind: 'command', command: host('mdir', '-i', espFile, '::/EFI/BOOT/BOOTX64.EFI') }],
    }),
    operation({
      id: 'image-root',
      title: 'Make the root file system from the tree',
      stage: 'image',
      weight: 60,
      limit: 3600,
      commands: [
        {
          where: 'host',
          argv: [
            ...words(`mkfs.ext4 -q -F -L root -U ${root.fileSystemId}`),
            ...words(`-E offset=${root.start},hash_seed=${root.fileSystemId}`),
            ...words(`-d {tree} {image} ${root.size / 1024}k`),
          ],
          covers: '{tree}/boot',
        },
      ],
      undo: { kind: 'again-from', from: 'image-table' },
      verify: [{ kind: 'command', command: host('e2fsck', '-f', '-n', rootFile) }],
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
    operation({
      id: 'publish',
      title: 'Write the image through to the disk and give it its name',
      stage: 'image',
      weight: 10,
      limit: 3600,
      guardsTarget: true,
      commands: [
        host('sfdisk', '--verify', '--quiet', '{image}'),
        host('sync', '--', '{image}'),
        host('mv', '-f', '-T', '--', '{image}', '{target}'),
        host('sync', '--', '{folder}'),
      ],
      verify: [{ ...table, path: '{target}' }],
      undo: { kind: 'verify-first' },
    }),
  ];
}

function partitionAt({ partitions }: Layout, mountPoint: string): Partition {
  const found = partitions.find((partition) => partition.mountPoint === mountPoint);
  if (found === undefined) throw new Error(`the layout has nothing at ${mountPoint}`);
  return found;
}

function sfdiskScript({ uuid, partitions }: Layout): string {
  return [
    'label: gpt',
    `label-id: ${uuid}`,
    'unit: sectors',
    `sector-size: ${SECTOR}`,
    ...partitions.map(
      ({ name, type, uuid: id, start, size }) =>
        `start=${start / SECTOR}, size=${size / SECTOR}, type=${type}, uuid=${id}, name="${name}"`,
    ),
    '',
  ].join('\n');
}
