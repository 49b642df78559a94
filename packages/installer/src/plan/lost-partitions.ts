import { defined } from '@writ/diagnostics/internal';
import type { ChosenTarget } from '../facts/chosen-target.ts';
import type { DiskPartition } from '../facts/facts.ts';
import type { PlanFacts } from './create-plan.ts';
import { keepsPartitions } from './layout.ts';
import type { LostPartition, Plan, PlannedTarget } from './plan.ts';

type Targets = Pick<Plan, 'target' | 'second'>;

/** Adds the partitions that are lost to the disks of a plan, if the plan keeps other partitions. */
export function withLostPartitions(
  { target, second }: Targets,
  facts: Pick<PlanFacts, 'target' | 'second'>,
): Targets {
  if (!keepsPartitions(target.layout) && (second === undefined || !keepsPartitions(second.layout))) {
    return { target, ...defined({ second }) };
  }
  return {
    target: withLost(target, facts.target),
    ...defined({ second: second && withLost(second, facts.second) }),
  };
}

function withLost(planned: PlannedTarget, chosen: ChosenTarget | undefined): PlannedTarget {
  if (planned.kind !== 'device' || chosen?.kind !== 'device') return planned;
  const remaining = new Set(
    planned.layout.partitions.flatMap(({ kept, uuid }) => (kept === 'content' ? [uuid] : [])),
  );
  const lost = chosen.disk.partitions.filter(({ uuid = '' }) => !remaining.has(uuid));
  return { ...planned, lost: lost.map(toLost) };
}

function toLost({ number, start, size, uuid, name, signatures }: DiskPartition): LostPartition {
  return {
    number,
    start,
    size,
    ...defined({ uuid, name }),
    signatures,
  };
}

/** Returns the lost partitions of each disk of a plan; undefined if the plan keeps no partitions. */
export function listLostPartitions({ target, second }: Targets): (readonly LostPartition[])[] | undefined {
  const lost = [target, second].map((drive) => (drive?.kind === 'device' ? drive.lost : undefined));
  return lost.every((partitions) => partitions === undefined)
    ? undefined
    : lost.map((partitions) => partitions ?? []);
}
