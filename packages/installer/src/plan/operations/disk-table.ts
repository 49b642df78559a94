import { MARGIN } from '../layout.ts';
import type { Layout, Partition } from '../plan.ts';
import type { Command } from '../operation.ts';
import { hostCommand } from './define-operation.ts';

/** Renders sfdisk's input. Positions and sizes are in the drive's sectors. */
function renderSfdiskScript({ uuid, sectorSize, partitions }: Layout): string {
  return [
    'label: gpt',
    `label-id: ${uuid}`,
    'unit: sectors',
    `sector-size: ${sectorSize}`,
    ...partitions.map((partition) => renderPartition(partition, sectorSize)),
    '',
  ].join('\n');
}

function renderPartition({ name, type, uuid, start, size }: Partition, sectorSize: number): string {
  return `start=${start / sectorSize}, size=${size / sectorSize}, type=${type}, uuid=${uuid}, name="${name}"`;
}

export function writeTable(layout: Layout, target: string, options: readonly string[] = []): Command {
  return {
    where: 'host',
    argv: ['sfdisk', '--quiet', ...options, target],
    stdin: [renderSfdiskScript(layout)],
  };
}

/**
 * Writes a table that consists of the unchanged entries of the kept partitions and the lines on standard input. The plan
 * uses the whole disk, but the old table may be for a smaller disk or have space for few entries. sfdisk therefore
 * chooses the last sector and, if the old ones are too high or too low, the first sector and the number of entries.
 *
 * Arguments: the disk, the first sector that the plan uses, and the UUIDs of the kept partitions.
 */
const EDIT_TABLE = String.raw`
disk=$1
start=$2
shift 2
old=$(sfdisk --dump "$disk")
new=$(printf '%s\n' "$old" | grep -Ev '^(/dev/|last-lba:|table-length: ([0-9]{1,2}|1[01][0-9]|12[0-7])$)')
first=$(printf '%s\n' "$old" | sed -n 's/^first-lba: *//p')
if [ "$first" -gt "$start" ]; then new=$(printf '%s\n' "$new" | grep -v '^first-lba:'); fi
for uuid in "$@"; do
  new="$new
$(printf '%s\n' "$old" | grep -i "uuid=$uuid")"
done
new="$new
$(cat)"
printf '%s\n' "$new" | sfdisk --quiet --no-reread --no-tell-kernel --wipe=never --wipe-partitions=never "$disk"
`.trim();

/** Returns the command that replaces all partitions of a disk except the kept ones. It can be repeated. */
export function editTable({ partitions, sectorSize }: Layout, target: string): Command {
  const kept = partitions.filter((partition) => partition.kept !== undefined);
  const others = partitions.filter((partition) => partition.kept === undefined);
  return {
    where: 'host',
    argv: [
      'sh',
      '-euc',
      EDIT_TABLE,
      'sh',
      target,
      String(MARGIN / sectorSize),
      ...kept.map(({ uuid }) => uuid),
    ],
    stdin: [
      others
        .map((partition) => `/dev/p${partition.number} : ${renderPartition(partition, sectorSize)}\n`)
        .join(''),
    ],
  };
}

/**
 * Registers the partitions of the table with the kernel, which does not reread the table of a disk that is in use.
 * `partx --update` would retain partitions of the old table that overlap new ones, and omit partitions after a gap in
 * the numbers. Another program may register or open a partition in the meantime, so deleting and adding are attempted
 * several times. The checks of the operation decide whether the kernel has the partitions of the table.
 *
 * Arguments: the disk.
 */
const REREAD_TABLE = `
for attempt in 1 2 3 4 5; do
  partx --delete -- "$1" 2> /dev/null || :
  if partx --add -- "$1"; then exit 0; fi
  sleep 0.2
done
`.trim();

/** Returns the command that replaces the partitions that the kernel has of a disk with those in the table. */
export function rereadTable(target: string): Command {
  return hostCommand('sh', '-euc', REREAD_TABLE, 'sh', target);
}

/** Checks that the kernel has the partition of the table at a path, with its position and size. */
const CHECK_PARTITION = 'test "$(blkid --probe --output value --match-tag PART_ENTRY_UUID -- "$1")" = "$2"';

/** Returns the command that checks that the partition at a path is the one with this UUID in the table. */
export function checkPartition(path: string, { uuid }: Pick<Partition, 'uuid'>): Command {
  return hostCommand('sh', '-euc', CHECK_PARTITION, 'sh', path, uuid);
}
