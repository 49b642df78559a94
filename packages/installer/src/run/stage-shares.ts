import type { Operation } from '../plan/operation.ts';

/** The stage before those of the plan: it checks the mirrors and resolves the packages. */
export const PREFLIGHT_STAGE = 'preflight';

/** Weight of the preflight, like those of operations. */
export const PREFLIGHT_WEIGHT = 30;

/** A stage of a run, with its share of the whole work. */
export interface StageShare {
  readonly stage: string;
  /** From 0 to 1. */
  readonly share: number;
}

/** Returns the stages of a run in the order of the plan, preceded by the preflight. The shares add up to 1. */
export function stageShares(operations: readonly Pick<Operation, 'stage' | 'weight'>[]): StageShare[] {
  const weights = new Map<string, number>([[PREFLIGHT_STAGE, PREFLIGHT_WEIGHT]]);
  for (const { stage, weight } of operations) weights.set(stage, (weights.get(stage) ?? 0) + weight);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return [...weights].map(([stage, weight]) => ({ stage, share: weight / total }));
}
