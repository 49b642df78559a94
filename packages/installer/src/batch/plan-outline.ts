import type { Plan, PlannedTarget } from '../plan/plan.ts';

/** The parts of a plan that rows of a batch usually share; values such as the host name are not among them. */
export interface PlanOutline {
  /** The IDs of the operations, in order. */
  readonly operations: readonly string[];
  /** The packages and groups that the plan names. */
  readonly packages: readonly string[];
  /** The sizes, file systems and mount points of the partitions, as text. */
  readonly layout: string;
}

/** Returns the outline of a plan. */
export function outlinePlan({ operations, requirements, target, second }: Plan): PlanOutline {
  return {
    operations: operations.map(({ id }) => id),
    packages: requirements.packages.map(({ name }) => name),
    layout: JSON.stringify([target, ...(second === undefined ? [] : [second])].map(describeLayout)),
  };
}

function describeLayout({ kind, layout: { size, partitions } }: PlannedTarget): unknown {
  return [
    kind,
    size,
    partitions.map(({ name, start, size: length, content, luks, kept }) => [
      name,
      start,
      length,
      content?.kind,
      content?.mountPoint,
      luks !== undefined,
      kept,
    ]),
  ];
}
