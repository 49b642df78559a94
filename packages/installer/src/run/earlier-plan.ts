import { defined } from '@writ/diagnostics/internal';
import { listLostPartitions } from '../plan/lost-partitions.ts';
import { digestOf } from '../plan/plan-digest.ts';
import type { Plan, PlannedTarget } from '../plan/plan.ts';
import type { JournalRecord } from './journal-record.ts';

/** IDs of the operations that change the partitions of a disk. */
const TABLE_WRITERS = new Set(['wipe', 'partition', 'second-wipe', 'second-partition']);

/**
 * Returns the plan with the digest that it had when the earlier run began. The digest covers the lost partitions, which
 * no longer exist after the first write, so those in the journal replace them. The plan is returned unchanged if
 * nothing was written yet, or if a disk has a partition that the plan neither deletes nor creates: this partition is
 * newer than the consent.
 */
export function earlierPlan(plan: Plan, records: readonly JournalRecord[]): Plan {
  const opened = records.findLast((record) => record.kind === 'open');
  const earlier = opened?.lost;
  const hasWritten = records.some((record) => record.kind === 'start' && TABLE_WRITERS.has(record.operation));
  const current = listLostPartitions(plan);
  if (earlier === undefined || current === undefined || !hasWritten) return plan;
  const { target, second } = plan;
  const drives = [target, ...(second === undefined ? [] : [second])];
  const isKnown = drives.every((drive, index) => {
    const known = new Set([...(earlier[index] ?? []), ...drive.layout.partitions].map(placeOf));
    return current[index]!.every((partition) => known.has(placeOf(partition)));
  });
  if (!isKnown) return plan;
  const withLost = (drive: PlannedTarget, index: number): PlannedTarget =>
    drive.kind === 'device' ? { ...drive, lost: earlier[index] ?? [] } : drive;
  const restored = {
    ...plan,
    target: withLost(target, 0),
    ...defined({ second: second && withLost(second, 1) }),
  };
  return { ...restored, digest: digestOf(restored) };
}

function placeOf({ start, size }: { readonly start: number; readonly size: number }): string {
  return `${start} ${size}`;
}
