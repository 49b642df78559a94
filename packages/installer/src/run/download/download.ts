import type { Operation } from '../../plan/operation.ts';
import { applyOperation, type Applied } from '../operations/apply.ts';
import { arrived, missingFrom } from './cache.ts';
import type { RunContext } from '../context.ts';
import type { Step } from '../emitter.ts';
import type { ResolvedPackage } from '../journal.ts';
import { rateWatch, rateWords, type LeastRate } from './least-rate.ts';
import { acquireLock, type Lock } from '../lock.ts';
import type { Source } from '../preflight/mirrors.ts';

const INTERVAL = 500;
/** Milliseconds to wait for another installation that downloads into the same cache. */
const TURN_LIMIT = 60 * 60 * 1000;

/** What is to be downloaded, and how fast it must come. */
export interface Download {
  readonly missing: readonly ResolvedPackage[];
  readonly source: Source;
  readonly rate: LeastRate;
  /** Other runs download into the same cache: one after the other. */
  readonly shared: boolean;
}

/**
 * Applies the download and tells its progress in bytes. One run downloads into a cache at a time.
 *
 * A mirror that gives too little is left for the next one; of what arrived nothing is lost.
 */
export async function applyDownload(
  operation: Operation,
  context: RunContext,
  { missing, source, rate, shared }: Download,
  step: Step,
): Promise<Applied> {
  const turn = shared ? await takeTurn(`${context.places.cache}.lock`, context.signal, step) : undefined;
  if (shared && turn === undefined) {
    return context.signal?.aborted
      ? { kind: 'interrupted' }
      : {
          kind: 'failed',
          failure: { message: 'another installation has been downloading for an hour', tail: [] },
        };
  }
  try {
    for (let mirrors = source.mirrors; ;) {
      const watch = rateWatch(rate);
      const attempt = await applyUntilSlow(operation, context, missing, watch, step);
      if (attempt !== 'slow') return attempt.kind === 'done' ? await verified(context, missing) : attempt;
      const [slow, ...others] = mirrors;
      const words = `${slow ?? 'the mirror'} gives less than ${rateWords(rate)}`;
      if (others.length === 0) {
        return { kind: 'failed', failure: { message: `${words}, and no other mirror is left`, tail: [] } };
      }
      step.log(`${words}: going on with ${others[0]}`);
      await source.use(others);
      mirrors = others;
    }
  } finally {
    await turn?.release();
  }
}

/** Ends the download when the watch says that too little arrives; once everything is there it is only verified. */
async function applyUntilSlow(
  operation: Operation,
  context: RunContext,
  missing: readonly ResolvedPackage[],
  isSlow: (arrived: number) => boolean,
  step: Step,
): Promise<Applied | 'slow'> {
  const total = missing.reduce((sum, { size }) => sum + size, 0);
  const slow = new AbortController();
  const tell = async (): Promise<void> => {
    const done = await arrived(context.places.cache, missing);
    if (total > 0) step.progress(Math.min(1, done / total), { done, total });
    if (done < total && isSlow(done)) slow.abort();
  };
  let telling = Promise.resolve();
  const timer = setInterval(() => (telling = tell().catch(() => undefined)), INTERVAL);
  const signal = context.signal === undefined ? slow.signal : AbortSignal.any([context.signal, slow.signal]);
  try {
    const applied = await applyOperation(operation, { ...context, signal }, step);
    const ended = applied.kind === 'interrupted' && slow.signal.aborted && !context.signal?.aborted;
    return ended ? 'slow' : applied;
  } finally {
    clearInterval(timer);
    await telling;
    await tell();
  }
}

/** The package manager believes a good signature, and then looks at no checksum; what is not the right file goes. */
async function verified(context: RunContext, missing: readonly ResolvedPackage[]): Promise<Applied> {
  try {
    const wrong = await missingFrom(context.places.cache, missing, context.signal);
    if (wrong.length === 0) return { kind: 'done' };
    const message = `not the files that the mirror's database names: ${wrong.map(({ file }) => file).join(', ')}`;
    return { kind: 'failed', failure: { message, tail: [] } };
  } catch (error) {
    if (context.signal?.aborted) return { kind: 'interrupted' };
    throw error;
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
