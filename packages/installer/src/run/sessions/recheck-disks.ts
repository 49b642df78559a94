import { identityOf } from '../../facts/chosen-target.ts';
import type { Disk } from '../../facts/facts.ts';
import type { Loss } from '../../facts/loss.ts';
import type { Partition, PlannedDevice } from '../../plan/plan.ts';
import { describeDisk } from '../../facts/describe-disk.ts';
import { checkDevice, lossOfDevice } from '../../target/check-device.ts';
import { machineFacts } from '../machine/machine-facts.ts';

/**
 * Checks the disks again, possibly hours after the plan was created. Returns the reason if the run must not
 * write to them.
 *
 * @param agreed the confirmed losses; absent if an earlier run has completed an operation, even a download
 */
export async function recheckDisks(
  devices: readonly PlannedDevice[],
  agreed?: readonly Loss[],
): Promise<string | undefined> {
  const facts = await machineFacts();
  for (const { path, identity, layout } of devices) {
    const disk = facts.disks.find((candidate) => candidate.path === path);
    if (disk === undefined) return `${path} no longer exists`;
    if (identityOf({ kind: 'device', disk }) !== identity) {
      return `${path} is not the disk that the plan was created for: ${describeDisk(disk)}`;
    }
    const [finding] = checkDevice(disk, facts);
    if (finding !== undefined) return [finding.message, finding.hint].filter(Boolean).join('; ');
    const changed = describeChangedPartition(
      disk,
      layout.partitions.filter(({ kept }) => kept !== undefined),
    );
    if (changed !== undefined) return changed;
    const loss = agreed?.find(({ target }) => target === path);
    const { contents = [] } = lossOfDevice(disk, facts);
    const expected = [...(loss?.contents ?? []), ...(loss?.kept ?? [])];
    if (loss !== undefined && contents.toSorted().join('\n') !== expected.toSorted().join('\n')) {
      return `the contents of ${path} have changed since the plan was created: ${contents.join('; ') || 'it is empty'}`;
    }
  }
  return undefined;
}

/** Describes the first partition that has been moved, changed or removed on the disk; undefined if there is none. */
export function describeChangedPartition(
  { path, partitions }: Disk,
  planned: readonly Partition[],
): string | undefined {
  for (const { number, uuid, start, size } of planned) {
    const found = partitions.filter((partition) => partition.uuid === uuid);
    const [only] = found;
    if (found.length !== 1 || only === undefined)
      return `${path} has ${found.length === 0 ? 'no' : 'several'} partitions with the UUID ${uuid}`;
    if (only.number !== number || only.start !== start || only.size !== size)
      return `${only.path} is no longer the partition that the plan was created for`;
  }
  return undefined;
}
