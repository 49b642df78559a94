import type { Operation } from '../plan/operation.ts';
import { applyOperation, type Applied } from './apply.ts';
import { arrived } from './cache.ts';
import type { RunContext } from './context.ts';
import type { Step } from './emitter.ts';
import type { ResolvedPackage } from './journal.ts';
import { acquireLock, type Lock } from './lock.ts';

const INTERVAL = 500;
/** Milliseconds to wait for another installation that downloads into the same cache. */
const TURN_LIMIT = 60 * 60 * 1000;

/** Applies the download and tells its progress in bytes. One run downloads into a cache at a time. */
export async function applyDownload(
  operation: Operation,
  context: RunContext,
  missing: readonly ResolvedPackage[],
  step: Step,
): Promise<Applied> {
  const turn = await takeTurn(`${context.places.cache}.lock`, context.signal, step);
  if (turn === undefined) {
    return context.signal?.aborted
      ? { kind: 'interrupted' }
      : {
          kind: 'failed',
          failure: { message: 'another installation has been downloading for an hour', tail: [] },
        };
  }
  const total = missing.reduce((sum, { size }) => sum + size, 0);
  const tell = async (): Promise<void> => {
    const done = await arrived(context.places.cache, missing);
    if (total > 0) step.progress(Math.min(1, done / total), { done, total });
  };
  let telling = Promise.resolve();
  const timer = setInterval(() => (telling = tell().catch(() => undefined)), INTERVAL);
  try {
    return await applyOperation(operation, context, step);
  } finally {
    clearInterval(timer);
    await telling;
    await tell();
    await turn.release();
  }
}

async function takeTurn(
  path: string,
  signal: AbortSignal | undefined,
  step: Step,
): Promise<Lock | undefined> {
  const until = Date.now() + TURN_LIMIT;
  let lock = await acquireLock(path);
  if (lock === undefined) step.log('waiting for another installation that downloads into the same cache');
  while (lock === undefined && Date.now() < until) {
    if (signal?.aborted) return undefined;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    lock = await acquireLock(path);
  }
  return lock;
}
