import { joinWordings, type Diagnostic } from '@writ/diagnostics';
import type { Plan } from '../plan/plan.ts';
import type { RunContext } from './context.ts';
import { fetchPackages } from './download/fetch-packages.ts';
import { downloadToTarget, withTargetCache } from './download/target-download.ts';
import type { Emitter } from './emitter.ts';
import type { OperationsResult } from './operations/operations.ts';
import { resolveFromMirrors, type MirrorOptions, type PreflightResult } from './preflight/mirrors.ts';
import { refuseRun, type RunResult } from './run-result.ts';
import { PREFLIGHT_STAGE, PREFLIGHT_WEIGHT } from './stage-shares.ts';

/** A run whose preflight is complete. Its packages are downloaded, unless `download` is present. */
export interface PreparedRun extends Pick<PreflightResult, 'context' | 'chosen'> {
  /** Downloads the packages once the new file system exists; absent if they are already downloaded. */
  readonly download?: () => Promise<OperationsResult>;
}

/**
 * Checks the mirrors and downloads the packages. After a failure, the target is unchanged. If the packages do
 * not fit into the cache, they are downloaded later.
 */
export async function prepareRun(
  plan: Plan,
  cache: string,
  context: RunContext,
  emitter: Emitter,
  options: MirrorOptions,
): Promise<PreparedRun | RunResult> {
  const ready = await runPreflight(plan, cache, context, emitter, options);
  if (!('context' in ready)) return ready;
  if (!ready.downloadToTarget) return (await fetchPackages(plan, ready, options.rate, emitter)) ?? ready;
  const onTarget = { ...ready, context: withTargetCache(ready.context) };
  return { ...onTarget, download: () => downloadToTarget(plan, onTarget, options.rate, emitter) };
}

async function runPreflight(
  plan: Plan,
  cache: string,
  context: RunContext,
  emitter: Emitter,
  options: MirrorOptions,
): Promise<PreflightResult | RunResult> {
  const step = emitter.start({
    id: PREFLIGHT_STAGE,
    title: 'Check mirrors and packages',
    stage: PREFLIGHT_STAGE,
    weight: PREFLIGHT_WEIGHT,
  });
  let ready: PreflightResult | readonly Diagnostic[];
  try {
    ready = await resolveFromMirrors(plan, cache, context, step, options);
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
    const hints = new Map(
      ready.flatMap(({ hint, phrases }) => (hint === undefined ? [] : [[hint, phrases?.hint ?? hint]])),
    );
    const failure = step.fail({
      message: ready.map(({ message }) => message).join('; '),
      tail: [],
      next: hints.size === 0 ? 'Fix the problem, then try again.' : joinWordings([...hints.values()], '; '),
    });
    step.finish('failed');
    return { ...refuseRun(ready), failure };
  }
  step.finish('done');
  return ready;
}
