import type { Operation, Plan, Stage } from '@writ/installer';
import type { EarlierDurations } from '../installs/timeline.ts';

/** A summary of what a plan does. */
export interface PlanSummary {
  /** Packages and groups that the plan names; `POST /api/resolve` adds what they depend on. */
  readonly packages: readonly string[];
  readonly services: readonly string[];
  /** Names of the accounts that are created. */
  readonly accounts: readonly string[];
  readonly operations: number;
  /** Medians of earlier runs; absent if there are no complete runs yet. */
  readonly expected?: EarlierDurations;
}

/** A summary of one operation of a plan. */
export interface OperationView {
  /** Position in the plan, from 1. */
  readonly number: number;
  readonly id: string;
  readonly title: string;
  /** Share of the total progress, relative to the weights of the other operations. */
  readonly weight: number;
  /** Numbers of the operations that must be complete before this one starts. */
  readonly after: readonly number[];
  /** The commands as argument vectors, without secrets. */
  readonly commands: readonly (readonly string[])[];
  /** Paths of the files that it writes. */
  readonly files: readonly string[];
}

/** The operations of a stage, in the order of the plan. */
export interface StageView {
  readonly stage: Stage;
  /** Median milliseconds of earlier runs; absent if there are none. */
  readonly expected?: number;
  readonly operations: readonly OperationView[];
}

export function summarizePlan(
  { requirements, operations }: Pick<Plan, 'requirements' | 'operations'>,
  expected: EarlierDurations | undefined,
): PlanSummary {
  return {
    packages: requirements.packages.map(({ name }) => name),
    services: requirements.units.filter(({ user }) => user !== true).map(({ name }) => name),
    accounts: operations.flatMap(({ id }) => /^user-(.+)$/.exec(id)?.[1] ?? []),
    operations: operations.length,
    ...(expected && { expected }),
  };
}

/** Groups the operations of a plan by stage. */
export function viewStages(
  operations: readonly Operation[],
  expected: EarlierDurations | undefined,
): StageView[] {
  const numbers = new Map(operations.map(({ id }, index) => [id, index + 1]));
  const stages = Map.groupBy(operations, ({ stage }) => stage);
  return [...stages].map(([stage, members]) => ({
    stage,
    ...(expected?.stages[stage] !== undefined && { expected: expected.stages[stage] }),
    operations: members.map(({ id, title, weight, after, commands, files }) => ({
      number: numbers.get(id)!,
      id,
      title,
      weight,
      after: after.map((name) => numbers.get(name)!).toSorted((a, b) => a - b),
      commands: commands.map(({ argv }) => argv),
      files: files.map(({ path }) => path),
    })),
  }));
}
