import type { Operation } from '../../plan/operation.ts';
import { applyOperation, type Applied } from '../operations/apply.ts';
import { arrived, missingFrom, removeUnusable } from './cache.ts';
import type { RunContext } from '../context.ts';
import type { Step } from '../emitter.ts';
import type { ResolvedPackage } from '../journal.ts';
import { rateWords, type LeastRate } from './least-rate.ts';
import { acquireLock, type Lock } from '../lock.ts';
import { unlessSlow } from './unless-slow.ts';
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
      await removeUnusable(context.places.cache, missing);
      const attempt = await applyUntilSlow(operation, context, missing, rate, step);
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

/** Ends the download when too little arrives; once everything is there it is only verified. */
async function applyUntilSlow(
  operation: Operation,
  context: RunContext,
  missing: readonly ResolvedPackage[],
  rate: LeastRate,
  step: Step,
): Promise<Applied | 'slow'> {
  const total = missing.reduce((sum, { size }) => sum + size, 0);
  const tell = async (): Promise<number> => {
    const done = await arrived(context.places.cache, missing);
    if (total > 0) step.progress(Math.min(1, done / total), { done, total });
    return done < total ? done : Infinity;
  };
  const { given, slow } = await unlessSlow(
    (signal) => applyOperation(operation, { ...context, signal }, step),
    tell,
    rate,
    context.signal,
  );
  await tell();
  return given.kind === 'interrupted' && slow && !context.signal?.aborted ? 'slow' : given;
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
