import { phrase, type Wording } from '@writ/diagnostics';
import { mkdir } from 'node:fs/promises';
import { TARGET_CACHE } from '../../plan/operations/packages.ts';
import type { Plan } from '../../plan/plan.ts';
import type { RunContext } from '../context.ts';
import type { Emitter } from '../emitter.ts';
import { resolvePath } from '../operations/files.ts';
import type { OperationsResult } from '../operations/operations.ts';
import type { PreflightResult } from '../preflight/mirrors.ts';
import { findMissingPackages } from '../transfer/cache.ts';
import { attemptDownload, type DownloadFailure } from './fetch-packages.ts';
import type { MinimumRate } from '../transfer/minimum-rate.ts';
import { term } from '../../terms.ts';

const nextSteps: Readonly<Record<DownloadFailure['cause'], Wording>> = {
  room: 'use a larger disk, or start over with WRIT_CACHE set to a folder that has enough space',
  trust: phrase`update this machine's archlinux-keyring package, then ${term('resume')}`,
  mirror: phrase`${term('resume')} when the mirror is available again`,
};

/** Returns a context whose package cache is on the new file system. */
export function withTargetCache(context: RunContext): RunContext {
  const { roots } = context;
  return { ...context, roots: { ...roots, cache: `${roots.tree}${TARGET_CACHE}` } };
}

/** Downloads the packages to the new file system, which must be mounted. Packages of an earlier run are reused. */
export async function downloadToTarget(
  plan: Plan,
  { context, source }: Pick<PreflightResult, 'context' | 'source'>,
  rate: MinimumRate,
  events: Emitter,
): Promise<OperationsResult> {
  const operation = plan.operations.find(({ stage }) => stage === 'download');
  if (operation === undefined) return { outcome: 'done' };
  await mkdir(await resolvePath(`{tree}${TARGET_CACHE}`, context), { recursive: true, mode: 0o755 });
  const step = events.start(operation);
  const missing = await findMissingPackages(context.roots.cache, context.resolved, undefined);
  const failed = await attemptDownload(
    operation,
    { context, missing, source },
    { rate, shared: false },
    step,
  );
  if (failed === undefined) return { outcome: 'done' };
  if (failed === 'interrupted') return { outcome: failed };
  const next = phrase`The disk has been wiped, and downloaded packages are kept on it. To continue, ${nextSteps[failed.cause]}.`;
  const failure = step.fail({ ...failed.failure, next });
  step.finish('failed');
  return { outcome: 'failed', failure };
}
