import { keepsPartitions } from '../layout.ts';
import type { Check, Command, Operation } from '../operation.ts';
import type { Partition, PlannedDevice } from '../plan.ts';
import { defineOperation, hostCommand } from './define-operation.ts';
import { checkPartition, editTable, rereadTable } from './disk-table.ts';

/** A drive on which partitions remain, with the names of its operations. */
export interface EditedDrive {
  readonly device: PlannedDevice;
  readonly root: '{target}' | '{second}';
  /** The description of the disk in titles. */
  readonly name: string;
  /** Returns the ID of an operation on this drive. */
  readonly id: (what: string) => string;
  /** Returns the path of a partition. */
  readonly path: (partition: Partition) => string;
}

/** Path of the saved table in the new system. */
const SAVED_COPY = '{tree}/var/log/writ/partition-table';

function savedTable({ root }: Pick<EditedDrive, 'root'>): string {
  return root === '{target}' ? '{work}/partition-table' : '{work}/second-partition-table';
}

const SAVE_TABLE = 'umask 077; sfdisk --dump "$1" > "$2.new"; sync -- "$2.new"; mv -- "$2.new" "$2"';

/**
 * Returns the operations that change a partition table on which partitions remain: one saves the old table next to the
 * journal, and one replaces all other entries. The latter erases signatures only in new partitions.
 */
export function editDisk(drive: EditedDrive): Operation[] {
  const { device, root, name, id, path } = drive;
  const { partitions, uuid } = device.layout;
  const kept = partitions.filter((partition) => partition.kept !== undefined);
  const created = partitions.filter((partition) => partition.kept === undefined);
  const isCurrent = (partition: Partition): Command => checkPartition(path(partition), partition);
  return [
    defineOperation({
      id: id('save-table'),
      title: `Save the partition table of ${name}`,
      stage: 'disk',
      guardsTarget: true,
      holds: 'exclusive',
      commands: [hostCommand('sh', '-euc', SAVE_TABLE, 'sh', root, savedTable(drive))],
      verify: [{ kind: 'exists', path: savedTable(drive) }],
    }),
    defineOperation({
      id: id('partition'),
      title: `Change the partitions of ${name}: keep ${kept.map(({ number }) => number).join(', ')}, create ${created.map((partition) => partition.name).join(', ') || 'none'}`,
      stage: 'disk',
      weight: 5,
      limit: 120,
      guardsTarget: true,
      holds: 'exclusive',
      commands: [
        editTable(device.layout, root),
        rereadTable(root),
        ...created.flatMap((partition) => [
          isCurrent(partition),
          hostCommand('wipefs', '--all', '--force', '--quiet', '--', path(partition)),
        ]),
      ],
      verify: [
        { kind: 'table', path: root, uuid },
        ...partitions.map((partition): Check => ({ kind: 'command', command: isCurrent(partition) })),
      ],
    }),
  ];
}

/**
 * Returns the operation that copies the saved partition tables to the new system, where the administrator finds them.
 */
export function copySavedTables(
  drives: readonly { readonly device: PlannedDevice; readonly root: '{target}' | '{second}' }[],
): Operation[] {
  const edited = drives.filter(({ device }) => keepsPartitions(device.layout));
  if (edited.length === 0) return [];
  // After a restart of the live system, the saved table no longer exists.
  const script = 'install -d -m 0700 -- "${2%/*}"; if [ -e "$1" ]; then install -m 0600 -- "$1" "$2"; fi';
  return [
    defineOperation({
      id: 'copy-table',
      title: 'Copy the saved partition table to the new system',
      stage: 'system',
      commands: edited.map((drive) => {
        const copy = drive.root === '{target}' ? SAVED_COPY : `${SAVED_COPY}-2`;
        return hostCommand('sh', '-euc', script, 'sh', savedTable(drive), copy);
      }),
      verify: [{ kind: 'exists', path: SAVED_COPY.slice(0, SAVED_COPY.lastIndexOf('/')) }],
    }),
  ];
}
