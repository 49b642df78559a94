import type { Layout, Partition } from '../plan.ts';
import type { Command } from '../operation.ts';

/** Renders sfdisk's input. Positions and sizes are in the drive's sectors. */
function renderSfdiskScript({ uuid, sectorSize, partitions }: Layout): string {
  return [
    'label: gpt',
    `label-id: ${uuid}`,
    'unit: sectors',
    `sector-size: ${sectorSize}`,
    ...partitions.map(
      ({ name, type, uuid: id, start, size }) =>
        `start=${start / sectorSize}, size=${size / sectorSize}, type=${type}, uuid=${id}, name="${name}"`,
    ),
    '',
  ].join('\n');
}

export function writeTable(layout: Layout, target: string, options: readonly string[] = []): Command {
  return {
    where: 'host',
    argv: ['sfdisk', '--quiet', ...options, target],
    stdin: [renderSfdiskScript(layout)],
  };
}

/**
 * Encodes a sector number as eight little-endian bytes, the form that boot code reads. Throws if a
 * byte is not ASCII.
 */
export function encodeSectorNumber(sector: number): string {
  return Array.from({ length: 8 }, (_item, index) => {
    const byte = Math.floor(sector / 256 ** index) % 256;
    if (byte > 0x7f) throw new RangeError(`sector ${sector} cannot be written as text`);
    return String.fromCharCode(byte);
  }).join('');
}

export function findPartition({ partitions }: Layout, name: string): Partition | undefined {
  return partitions.find((partition) => partition.name === name);
}
