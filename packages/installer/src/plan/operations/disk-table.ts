import type { Layout, Partition } from '../plan.ts';
import type { Command } from '../operation.ts';

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
 * Writes a table that consists of the unchanged entries of the kept partitions and the lines on standard input.
 *
 * Arguments: the disk, and the UUIDs of the kept partitions.
 */
const EDIT_TABLE = String.raw`
disk=$1
shift
old=$(sfdisk --dump "$disk")
new=$(printf '%s\n' "$old" | grep -v '^/dev/')
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
    argv: ['sh', '-euc', EDIT_TABLE, 'sh', target, ...kept.map(({ uuid }) => uuid)],
    stdin: [
      others
        .map((partition) => `/dev/p${partition.number} : ${renderPartition(partition, sectorSize)}\n`)
        .join(''),
    ],
  };
}
