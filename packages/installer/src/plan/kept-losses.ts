import type { Loss } from '../facts/loss.ts';
import type { Disk } from '../facts/facts.ts';
import { describeContents, describeDisk, describePartition } from '../facts/describe-disk.ts';
import type { PlanFacts } from './create-plan.ts';
import { keepsPartitions } from './layout.ts';
import type { PlannedTarget } from './plan.ts';

/**
 * Returns the losses of a plan. For a disk on which partitions remain, the loss also lists what remains, and covers
 * only the other partitions.
 *
 * @param planned targets of the plan, in the order of the facts
 */
export function describeLosses(
  { target, second, losses }: Pick<PlanFacts, 'target' | 'second' | 'losses'>,
  planned: readonly (PlannedTarget | undefined)[],
): readonly Loss[] {
  const chosen = [target, second];
  return losses.map((loss) => {
    const index = planned.findIndex((drive) => drive?.path === loss.target);
    const drive = planned[index];
    const facts = chosen[index];
    return drive === undefined || facts?.kind !== 'device' || !keepsPartitions(drive.layout)
      ? loss
      : { ...loss, ...describeKeeping(facts.disk, drive) };
  });
}

/** Adds the boot code of the disk, which an installation into a prepared folder replaces on BIOS machines. */
export function withBootCode(loss: Loss, planned: PlannedTarget): Loss {
  if (planned.kind !== 'folder' || loss.target !== planned.path) return loss;
  const bootCode = planned.layout.partitions.find(({ content }) => content === undefined);
  if (bootCode === undefined) return loss;
  const what = `the boot code of ${planned.bootDisk}, in its first sector and in partition ${bootCode.number}`;
  return {
    ...loss,
    description: `${loss.description} This is replaced: ${what}.`,
    contents: [...(loss.contents ?? []), what],
    answers: [planned.path],
  };
}

function describeKeeping(
  disk: Disk,
  { layout }: PlannedTarget,
): Pick<Loss, 'description' | 'contents' | 'kept'> {
  const remaining = new Set(
    layout.partitions.flatMap(({ kept, uuid }) => (kept === 'content' ? [uuid] : [])),
  );
  const kept = disk.partitions.filter(({ uuid }) => remaining.has(uuid ?? '')).map(describePartition);
  // The partition table changes, but the entries of kept partitions remain.
  const table = disk.table === undefined ? [] : [`partition table ${disk.table}`];
  const contents = describeContents(disk).filter((line) => !kept.includes(line) && !table.includes(line));
  const lost = contents.length === 0 ? 'nothing will be lost' : `this will be lost: ${contents.join('; ')}`;
  const remains = kept.length === 0 ? '' : ` This remains: ${kept.join('; ')}.`;
  return {
    description: `On ${describeDisk(disk)}, ${lost}.${remains}`,
    contents,
    kept: [...table, ...kept],
  };
}
