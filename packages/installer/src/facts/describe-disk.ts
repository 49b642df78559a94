import type { BlockDevice, Disk, DiskPartition } from './facts.ts';

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Formats a size, such as `931.5 GiB`. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Formats the name of a disk, such as `/dev/sda (Samsung SSD 870)`. */
export function diskName({ path, model, backingFile }: Disk): string {
  const what = model ?? backingFile;
  return what === undefined ? path : `${path} (${what})`;
}

/** Describes a disk, such as `/dev/sda (Samsung SSD 870, serial S5Y1, 931.5 GiB)`. */
export function describeDisk({ path, model, backingFile, serial, size }: Disk): string {
  const what = [model, backingFile, serial && `serial ${serial}`, formatSize(size)];
  return `${path} (${what.filter(Boolean).join(', ')})`;
}

/**
 * Describes the detected content of a disk: one line each for the partition table, every signature and every
 * partition. Empty if nothing was detected.
 */
export function describeContents(disk: Disk): string[] {
  const table = disk.table === undefined ? [] : [`partition table ${disk.table}`];
  const signatureLines = disk.signatures.map((signature) => describeSignature(signature));
  return [...table, ...signatureLines, ...disk.partitions.map(describePartition)];
}

/** Describes a partition, such as `/dev/sda1 "home", 40 GiB: ext4 "photos"`. */
export function describePartition({ path, size, name, signatures }: DiskPartition): string {
  const label = name === undefined ? '' : ` "${name}"`;
  const content = signatures.length === 0 ? '' : `: ${signatures.map(describeSignature).join(', ')}`;
  return `${path}${label}, ${formatSize(size)}${content}`;
}

function describeSignature({ type, label }: BlockDevice['signatures'][number]): string {
  return label === undefined ? type : `${type} "${label}"`;
}
