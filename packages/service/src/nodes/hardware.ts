import type { Disk, Facts } from '@writ/installer';
import type { NodeHardware } from '../records/node.ts';

/** Returns the disks to which `harddrives` can refer, without loop devices, arrays and empty drives. */
export function listDisks({ disks }: Pick<Facts, 'disks'>): readonly Disk[] {
  return disks.filter(({ kind, size }) => kind === 'disk' && size > 0);
}

/** Returns the part of a machine's facts that lists of nodes contain. */
export function describeHardware({ firmware, memory, ...facts }: Facts): NodeHardware {
  const disks = listDisks(facts);
  const diskBytes = disks.reduce((sum, { size }) => sum + size, 0);
  return { firmware, memory, disks: disks.length, diskBytes };
}
