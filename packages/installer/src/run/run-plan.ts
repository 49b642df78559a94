import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { phrase, type Diagnostic, type Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { readMachine, type MachineFacts } from '../facts/machine.ts';
import type { Plan } from '../plan/plan.ts';
import { PASSPHRASE } from '../plan/secret-names.ts';
import { refusal } from '../finding-codes.ts';
import { defaultCache } from './transfer/cache.ts';
import { defaultMinimumRate } from './transfer/minimum-rate.ts';
import { hostEnvironment } from './commands/command.ts';
import type { RunContext } from './context.ts';
import type { Emitter, Step } from './emitter.ts';
import { refuseRun, type RunResult, type RefusedRun } from './run-result.ts';
import { openDeviceSession } from './sessions/device-session.ts';
import { openFolderSession } from './sessions/folder-session.ts';
import { openImageSession } from './sessions/image-session.ts';
import type { Journal } from './journal.ts';
import { runOperations } from './operations/operations.ts';
import { recordFolder, type InstallRecord } from './install-record/write-record.ts';
import { compareWithLock } from './package-lock/compare.ts';
import { renderLock } from './package-lock/render.ts';
import type { PackageLock } from './package-lock/package-lock.ts';
import { writeChosenMirrors } from './preflight/choose-mirrors.ts';
import { checkKernel } from './preflight/kernel.ts';
import { checkHost } from './preflight/host.ts';
import { planChanged } from './consent.ts';
import { listLostPartitions } from '../plan/lost-partitions.ts';
import { prepareRun, type PreparedRun } from './prepare-run.ts';
import { createRedactor } from '../process/redact.ts';
import type { InstallRequest } from './request.ts';
import { runEarlyCommands, runErrorCommands } from './host-commands.ts';
import { createScratch, UnusablePath } from './scratch.ts';
import { PREFLIGHT_WEIGHT } from './stage-shares.ts';
import { toSystemError, type TargetSession } from './target-session.ts';
import { placeTree, takeEarlierTree } from './tree-place.ts';
import { NOTHING_DONE, resolveResumeState, type ResumeState } from './resume-state.ts';
import { term } from '../terms.ts';

/** A confirmed plan with all inputs of its run. */
export interface RunRequest extends Pick<
  InstallRequest,
  'signal' | 'yes' | 'planSha256' | 'resume' | 'rerunCommand' | 'wipe' | 'cache' | 'minRate' | 'onPackageLock'
> {
  readonly plan: Plan;
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly events: Emitter;
  /** The step for the whole installation, the parent of all other steps. */
  readonly installStep: Step;
  readonly record: InstallRecord;
  /** Install exactly these packages. */
  readonly packages: PackageLock | undefined;
  /** Findings that refuse a new installation if the consent covers only resuming an earlier one. */
  readonly restartFindings: readonly Diagnostic[];
}

/** Checks the host, locks the targets and runs the plan. */
export async function runPlan(request: RunRequest): Promise<RunResult> {
  const { plan, wipe } = request;
  const machine = await readMachine();
  const findings = [...(await checkHost(machine, plan.requirements)), ...(await checkKernel(plan))];
  if (findings.length > 0) return refuseRun(findings);
  const session =
    plan.target.kind === 'image'
      ? await openImageSession(plan, machine.root, wipe === true)
      : plan.target.kind === 'folder'
        ? await openFolderSession(plan, plan.target, machine.root, process.env)
        : await openDeviceSession(plan, machine.root, process.env, request.secrets.get(PASSPHRASE));
  if (!('close' in session)) return refuseRun(session);
  let begun = false;
  const begin = (): void => void (begun = true);
  try {
    const result = await runLocked({ ...request, machine, session, begin });
    const { outcome, failure, findings: reasons = [] } = result;
    if (begun && (outcome === 'failed' || outcome === 'refused')) {
      await runErrorCommands(plan, request.secrets, request.events, {
        message: failure?.message ?? reasons.map(({ message }) => message).join('; '),
        record: recordFolder(session.roots.work),
      });
    }
    return result;
  } finally {
    await session.close();
  }
}

interface LockedRun extends RunRequest {
  readonly machine: MachineFacts;
  readonly session: TargetSession;
  /** Called before the first command or operation that changes this machine or the target. */
  readonly begin: () => void;
}

async function runLocked(locked: LockedRun): Promise<RunResult> {
  const { plan, secrets, events, installStep, machine, session, signal, record, packages } = locked;
  const earlier = await readEarlierRun(locked);
  if ('findings' in earlier) return earlier;
  const resumeState = await takeEarlierTree(earlier, session, events);

  const cache = locked.cache ?? defaultCache(process.env, machine.root);
  const scratch = await createScratch(join(cache, 'scratch')).catch((error: unknown) =>
    error instanceof UnusablePath ? error : toSystemError(error),
  );
  if (scratch instanceof Error) return refuseRun([unusableCache(cache, scratch)]);
  let journal: Journal | undefined;
  try {
    const context: RunContext = {
      roots: { ...session.roots, scratch: scratch.path, cache: join(cache, 'packages') },
      ...defined({ commandTree: session.commandTree }),
      sandbox: session.sandbox,
      redactor: createRedactor([...secrets.values()].map((secret) => secret.reveal())),
      secrets,
      ...defined({ signal }),
      locks: session.locks,
      environment: hostEnvironment(process.env, false),
      resolved: resumeState.resolved ?? [],
    };
    expectRemainingWeight(plan, resumeState, events);
    const installed = resumeState.done.has('packages');
    const differing =
      installed && packages !== undefined ? compareWithLock(packages, resumeState.resolved ?? []) : [];
    if (differing.length > 0) return refuseRun(differing);
    // The mirrors that the earlier run chose are used, because it installed the packages from them.
    if (installed && resumeState.chosen !== undefined)
      await writeChosenMirrors(scratch.path, resumeState.chosen);
    const ready: PreparedRun | RunResult = installed
      ? { context }
      : await prepareRun(plan, cache, context, events, {
          lock: packages,
          mayDownloadToTarget: locked.yes === true,
          rate: locked.minRate ?? defaultMinimumRate,
        });
    if (!('context' in ready)) return ready;
    locked.begin();
    const early = await runEarlyCommands(plan, ready.context, events);
    if (early !== undefined) return early;

    // From this point, the run can be resumed.
    const isNew = resumeState.done.size === 0;
    if (isNew) await session.discard(ready.context);
    const placed = await placeTree(ready.context, resumeState, session, events);
    journal = await session.openJournal(isNew ? 'new' : 'continue', resumeState.done);
    await journal.append({
      kind: 'open',
      version: 1,
      plan: plan.digest,
      ...defined({ lost: listLostPartitions(plan) }),
      ...resumeState.confirmed,
      target: plan.target.identity,
      boot: machine.boot,
      time: new Date().toISOString(),
      ...defined({ folder: session.folder }),
    });
    if (!installed) await journal.append({ kind: 'resolved', packages: ready.context.resolved });
    if (isNew && session.memory !== undefined)
      await journal.append({ kind: 'tree', path: placed.roots.tree });
    if (ready.chosen !== undefined) await journal.append({ kind: 'mirrors', chosen: ready.chosen });
    const packageLock = renderLock({
      resolved: ready.context.resolved,
      mirrors: ready.chosen ?? resumeState.chosen ?? plan.requirements.mirrors,
    });
    await record.open({ work: session.roots.work, resumed: locked.resume === true }, packageLock);
    locked.onPackageLock?.(packageLock);
    const result = await runOperations({
      plan,
      context: placed,
      journal,
      resumeState,
      emitter: events,
      rerunCommand: locked.rerunCommand === true,
      session,
      ...defined({ download: ready.download }),
    });
    if (result.outcome === 'done' || result.outcome === 'refused') {
      await rm(recordFolder(session.roots.work), { recursive: true, force: true });
      await session.finish(placed);
    }
    if (result.outcome !== 'refused') return result;
    return { ...refuseRun([refusal('target-in-use', result.failure.message)]), failure: result.failure };
  } catch (error) {
    // For example, the disk may be full when the journal is written.
    const { message, path } = toSystemError(error);
    if (journal === undefined) {
      const isInCache = path !== undefined && resolve(path).startsWith(`${resolve(cache)}/`);
      return refuseRun([isInCache ? unusableCache(cache, { message }) : refusal('system-error', message)]);
    }
    return {
      outcome: 'failed',
      failure: installStep.fail({
        message,
        tail: [],
        next: phrase`Fix the problem, then ${term('resume')}.`,
      }),
    };
  } finally {
    await journal?.close();
    await scratch.remove();
  }
}

function unusableCache(cache: string, { message }: Pick<Error, 'message'>): Diagnostic {
  return refusal('cache-unusable', `the package cache ${cache} cannot be used: ${message}`, {
    hint: 'fix the problem, or set WRIT_CACHE to another folder',
  });
}

/**
 * Reads the state of an earlier run from which this run continues, or refuses the run if it cannot be resumed as
 * requested.
 */
async function readEarlierRun({
  resume,
  plan,
  planSha256,
  events,
  machine,
  session,
  restartFindings,
}: LockedRun): Promise<ResumeState | RefusedRun> {
  const records = await session.readJournal(resume === true).catch((error: Error) => error);
  if (records === undefined) {
    if (restartFindings.length > 0) return refuseRun(restartFindings);
    if (resume === true) events.log('there is no unfinished installation; starting with the first step');
    return NOTHING_DONE;
  }
  if (resume !== true) {
    events.log('discarding an unfinished installation, which could have been resumed');
    return NOTHING_DONE;
  }
  const resumeState =
    records instanceof Error
      ? { mismatch: records.message }
      : resolveResumeState(records, plan, session.durable ? undefined : machine.boot);
  if (!('mismatch' in resumeState)) {
    const digests = [plan.digest, resumeState.confirmed?.plan];
    return planSha256 === undefined || digests.includes(planSha256.toLowerCase())
      ? resumeState
      : refuseRun([planChanged(plan)]);
  }
  return refuseRun([
    refusal('cannot-resume', `cannot resume: ${resumeState.mismatch}`, {
      hint: phrase`${term('resumeUnchanged')}`,
    }),
  ]);
}

function expectRemainingWeight(
  { operations, hostCommands }: Plan,
  { done }: ResumeState,
  events: Emitter,
): void {
  const installed = done.has('packages');
  const open = [
    ...(hostCommands?.early ?? []),
    ...operations.filter(({ id, stage }) => !done.has(id) && !(installed && stage === 'download')),
  ];
  events.expectWeight(open.reduce((sum, { weight }) => sum + weight, installed ? 0 : PREFLIGHT_WEIGHT));
}
