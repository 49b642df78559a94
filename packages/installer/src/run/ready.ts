import type { Diagnostic } from '@writ/diagnostics';
import type { Plan } from '../plan/plan-type.ts';
import { refusal } from '../refusal.ts';
import type { RunContext } from './context.ts';
import { applyDownload } from './download/download.ts';
import type { Emitter } from './emitter.ts';
import { leastRate } from './download/least-rate.ts';
import { askMirrors, type Ready } from './preflight/mirrors.ts';
import { refused, type Ending } from './ending.ts';
import type { PackageLock } from './package-lock/package-lock.ts';
import type { InstallRequest } from './request.ts';

export const PREFLIGHT_WEIGHT = 30;

/** Asks the mirrors and downloads. Whatever goes wrong here ends with nothing of the target touched. */
export async function makeReady(
  plan: Plan,
  cache: string,
  context: RunContext,
  events: Emitter,
  { minRate = leastRate, packages }: Pick<InstallRequest, 'minRate'> & { packages: PackageLock | undefined },
): Promise<Ready | Ending> {
  const step = events.start({
    id: 'preflight',
    title: 'Ask the mirrors for everything that could go wrong later',
    stage: 'preflight',
    weight: PREFLIGHT_WEIGHT,
  });
  let ready: Ready | readonly Diagnostic[];
  try {
    ready = await askMirrors(plan, cache, context, step, packages);
  } catch (error) {
    if (!context.signal?.aborted) {
      step.finish('failed');
      throw error;
    }
    ready = [];
  }
  if (context.signal?.aborted) {
    step.finish('interrupted');
    return { outcome: 'interrupted' };
  }
  if (!('context' in ready)) {
    const failure = step.fail({
      message: ready.map(({ message }) => message).join('; '),
      tail: [],
      next:
        [...new Set(ready.flatMap(({ hint }) => hint ?? []))].join('; ') ||
        'Remove the cause, then try again.',
    });
    step.finish('failed');
    return { ...refused(ready), failure };
  }
  step.finish('done');
  const download = plan.operations.find(({ stage }) => stage === 'download');
  if (download === undefined) return ready;
  const downloading = events.start(download);
  const applied = await applyDownload(
    download,
    ready.context,
    { missing: ready.missing, source: ready.source, rate: minRate },
    downloading,
  );
  if (applied.kind === 'interrupted') {
    downloading.finish('interrupted');
    return { outcome: 'interrupted' };
  }
  if (applied.kind === 'failed') {
    const errors = applied.failure.tail.filter((line) => line.startsWith('error:'));
    const why = errors.length > 0 ? errors : [applied.failure.message];
    const message = ['not every package can be downloaded and verified', ...why].join('; ');
    const hint = remedyFor(message);
    const next = `Nothing was written to the target, and what arrived is kept: ${hint}.`;
    const failure = downloading.fail({ ...applied.failure, message, next });
    downloading.finish('failed');
    return { ...refused([refusal('download-failed', message, { hint })]), failure };
  }
  downloading.finish('done');
  return ready;
}

/** The words are those of the package manager and of what it downloads with. */
function remedyFor(message: string): string {
  if (/writing output|no space left|not enough free|too full/i.test(message)) {
    return 'make room below the package cache, or name another folder in WRIT_CACHE, then run the same command again';
  }
  return /signature|PGP|\bkey\b|keyring/i.test(message)
    ? 'name another mirror with --mirror, or bring the package archlinux-keyring of this machine up to date'
    : 'run the same command again, or name another mirror with --mirror';
}
