import { phrase, type Phrase } from '@writ/diagnostics';
import type { Operation } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { isSignatureError } from '../commands/pacman-messages.ts';
import type { Emitter, Step } from '../emitter.ts';
import { refuseRun, type RunResult } from '../run-result.ts';
import type { Failure } from '../event.ts';
import type { PreflightResult } from '../preflight/mirrors.ts';
import { applyDownload } from './download.ts';
import type { MinimumRate } from '../transfer/minimum-rate.ts';
import { term } from '../../terms.ts';

/**
 * Downloads all packages before anything is written to the target. Returns undefined if all packages are
 * present and verified. Otherwise, returns the result of the run: `refused` with the failure, or `interrupted`.
 */
export async function fetchPackages(
  plan: Plan,
  ready: PreflightResult,
  rate: MinimumRate,
  events: Emitter,
): Promise<RunResult | undefined> {
  const operation = plan.operations.find(({ stage }) => stage === 'download');
  if (operation === undefined) return undefined;
  const step = events.start(operation);
  const failed = await attemptDownload(operation, ready, { rate, shared: true }, step);
  if (failed === undefined || failed === 'interrupted') return failed && { outcome: failed };
  const { message } = failed.failure;
  const hint = nextSteps[failed.cause];
  const failure = step.fail({
    ...failed.failure,
    next: phrase`Nothing was written to the target, and downloaded packages are kept. To continue, ${hint}.`,
  });
  step.finish('failed');
  return { ...refuseRun([refusal('download-failed', message, { hint })]), failure };
}

const nextSteps: Readonly<Record<DownloadFailure['cause'], Phrase>> = {
  room: phrase`free some space on the file system of the package cache, or set WRIT_CACHE to another folder, then ${term('startAgain')}`,
  trust: phrase`pass another mirror with ${term('mirror')}, or update this machine's archlinux-keyring package`,
  mirror: phrase`${term('startAgain')}, or pass another mirror with ${term('mirror')}`,
};

export interface DownloadFailure {
  readonly cause: 'room' | 'trust' | 'mirror';
  readonly failure: Omit<Failure, 'id' | 'next'>;
}

/**
 * Downloads the packages. Returns undefined if all of them are present and verified. A failed step remains
 * open, because its message depends on what has already been written.
 */
export async function attemptDownload(
  operation: Operation,
  { context, missing, source }: Pick<PreflightResult, 'context' | 'missing' | 'source'>,
  { rate, shared }: { readonly rate: MinimumRate; readonly shared: boolean },
  step: Step,
): Promise<DownloadFailure | 'interrupted' | undefined> {
  const applied = await applyDownload(operation, context, { missing, source, rate, shared }, step);
  if (applied.kind !== 'failed') {
    step.finish(applied.kind);
    return applied.kind === 'interrupted' ? 'interrupted' : undefined;
  }
  const errors = applied.failure.tail.filter((line) => line.startsWith('error:'));
  const why = errors.length > 0 ? errors : [applied.failure.message];
  const message = ['some packages could not be downloaded and verified', ...why].join('; ');
  return { cause: classifyFailure(message), failure: { ...applied.failure, message } };
}

/** Derives the cause of a failure from messages printed by the package manager and its downloader. */
function classifyFailure(message: string): DownloadFailure['cause'] {
  if (/writing output|no space left|not enough free|too full/i.test(message)) return 'room';
  return isSignatureError(message) ? 'trust' : 'mirror';
}
