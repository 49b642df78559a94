import { hasFailed, isActive, isStartable, type BatchRow, type BatchState } from '../records/batch.ts';
import type { AdvancingBatch } from '../store/batches.ts';

/** The next step of a batch. */
export interface NextStep {
  /** The state that the batch now has; absent if it remains. */
  readonly state?: BatchState;
  /** Rows to start, in this order. */
  readonly start: readonly BatchRow[];
  /** Installations to cancel. */
  readonly cancel: readonly number[];
}

const NOTHING: NextStep = { start: [], cancel: [] };

/** Decides which rows of a batch start next, and whether the batch stops or ends. */
export function decideNextStep({ batch, forgiven, rows }: AdvancingBatch): NextStep {
  const active = rows.filter(isActive);
  if (batch.state === 'cancelled')
    return { start: [], cancel: active.flatMap(({ install }) => install ?? []) };
  const startable = rows.filter(isStartable);
  const failed = rows.filter(hasFailed);
  if (active.length === 0 && startable.length === 0)
    return { ...NOTHING, state: failed.length === 0 ? 'done' : 'failed' };
  if (batch.state !== 'running') return NOTHING;
  const canaries = rows.slice(0, batch.canaries);
  const isStopped = failed.length - forgiven >= batch.stopAfter || canaries.some(hasFailed);
  if (isStopped) return startable.length === 0 ? NOTHING : { ...NOTHING, state: 'stopped' };
  const isTried = canaries.every(({ state }) => state === 'done');
  const candidates = isTried ? startable : canaries.filter(isStartable);
  return { ...NOTHING, start: candidates.slice(0, Math.max(0, batch.concurrency - active.length)) };
}
