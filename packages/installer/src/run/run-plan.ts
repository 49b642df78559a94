import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Diagnostic, Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { readMachine, type MachineFacts } from '../facts/machine.ts';
import type { Plan } from '../plan/plan-type.ts';
import { refusal } from '../finding-codes.ts';
import { defaultCache } from './transfer/cache.ts';
import { defaultMinimumRate } from './transfer/minimum-rate.ts';
import { hostEnvironment } from './commands/command.ts';
import type { RunContext } from './context.ts';
import type { Emitter, Step } from './emitter.ts';
import { refuseRun, type RunResult, type RefusedRun } from './run-result.ts';
import { openDeviceSession } from './sessions/device-session.ts';
import { openImageSession } from './sessions/image-session.ts';
import type { Journal } from './journal.ts';
import { runOperations } from './operations/operations.ts';
import { recordFolder, type InstallRecord } from './install-record/write-record.ts';
import { compareWithLock } from './package-lock/compare.ts';
import type { PackageLock } from './package-lock/package-lock.ts';
import { writeChosenMirrors } from './preflight/choose-mirrors.ts';
import { checkKernel } from './preflight/kernel.ts';
import { checkHost } from './preflight/host.ts';
import { prepareRun, PREFLIGHT_WEIGHT, type PreparedRun } from './prepare-run.ts';
import { createRedactor } from '../process/redact.ts';
import type { InstallRequest } from './request.ts';
import { createScratch } from './scratch.ts';
import { toSystemError, type TargetSession } from './target-session.ts';
import { resolveResumeState, type ResumeState } from './resume-state.ts';

/** A plan that was agreed to, with what it takes to run it. */
export interface RunRequest extends Pick<
  InstallRequest,
  'signal' | 'yes' | 'resume' | 'rerunCommand' | 'wipe' | 'cache' | 'minRate'
> {
  readonly plan: Plan;
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly events: Emitter;
  /** The step that all others belong to. */
  readonly installStep: Step;
  readonly record: InstallRecord;
  /** Exactly these are installed. */
  readonly packages: PackageLock | undefined;
  /** What forbids to begin anew, when consent was given for going on only. */
  readonly restartFindings: readonly Diagnostic[];
}

/** With the machine judged and the targets locked. */
export async function runPlan(request: RunRequest): Promise<RunResult> {
  const { plan, wipe } = request;
  const machine = await readMachine();
  const faults = [...(await checkHost(machine, plan.requirements)), ...(await checkKernel(plan))];
  if (faults.length > 0) return refuseRun(faults);
  const site =
    plan.target.kind === 'image'
      ? await openImageSession(plan, machine.root, wipe === true)
      : await openDeviceSession(plan, machine.root, process.env);
  if (!('close' in site)) return refuseRun(site);
  try {
    return await runLocked({ ...request, machine, site });
  } finally {
    await site.close();
  }
}

interface LockedRun extends RunRequest {
  readonly machine: MachineFacts;
  readonly site: TargetSession;
}

async function runLocked(locked: LockedRun): Promise<RunResult> {
  const { plan, secrets, events, installStep: whole, machine, site, signal, record: left, packages } = locked;
  const standing = await readEarlierRun(locked);
  if ('findings' in standing) return standing;

  const cache = locked.cache ?? defaultCache(process.env, machine.root);
  const scratch = await createScratch(join(cache, 'scratch')).catch(toSystemError);
  if (scratch instanceof Error) return refuseRun([unusableCache(cache, scratch)]);
  let journal: Journal | undefined;
  try {
    const context: RunContext = {
      places: { ...site.places, scratch: scratch.path, cache: join(cache, 'packages') },
      ...defined({ commandTree: site.commandTree }),
      sandbox: site.sandbox,
      redactor: createRedactor([...secrets.values()].map((secret) => secret.reveal())),
      secrets,
      ...defined({ signal }),
      locks: site.locks,
      environment: hostEnvironment(process.env, false),
      resolved: standing.resolved ?? [],
    };
    expectRemainingWeight(plan, standing, events);
    const installed = standing.done.has('packages');
    const differing =
      installed && packages !== undefined ? compareWithLock(packages, standing.resolved ?? []) : [];
    if (differing.length > 0) return refuseRun(differing);
    // What the earlier run measured is what it installed from.
    if (installed && standing.chosen !== undefined) await writeChosenMirrors(scratch.path, standing.chosen);
    const ready: PreparedRun | RunResult = installed
      ? { context }
      : await prepareRun(plan, cache, context, events, {
          lock: packages,
          lateAllowed: locked.yes === true,
          rate: locked.minRate ?? defaultMinimumRate,
        });
    if (!('context' in ready)) return ready;

    // From here on there is something to resume.
    if (standing.done.size === 0) await site.discard(ready.context);
    journal = await site.openJournal(standing.done.size === 0 ? 'new' : 'continue', standing.done);
    await journal.append({
      kind: 'open',
      version: 1,
      plan: plan.digest,
      target: plan.target.identity,
      boot: machine.boot,
      time: new Date().toISOString(),
    });
    if (!installed) await journal.append({ kind: 'resolved', packages: ready.context.resolved });
    if (ready.chosen !== undefined) await journal.append({ kind: 'mirrors', chosen: ready.chosen });
    await left.begin(
      { work: site.places.work, resumed: locked.resume === true },
      {
        resolved: ready.context.resolved,
        mirrors: ready.chosen ?? standing.chosen ?? plan.requirements.mirrors,
      },
    );
    const ending = await runOperations({
      plan,
      context: ready.context,
      journal,
      resumeState: standing,
      emitter: events,
      rerunCommand: locked.rerunCommand === true,
      session: site,
      ...defined({ download: ready.download }),
    });
    if (ending.outcome === 'done' || ending.outcome === 'refused') {
      await rm(recordFolder(site.places.work), { recursive: true, force: true });
      await site.finish(ready.context);
    }
    if (ending.outcome !== 'refused') return ending;
    return { ...refuseRun([refusal('target-in-use', ending.failure.message)]), failure: ending.failure };
  } catch (error) {
    // Such as a full disk below the journal.
    const { message, path } = toSystemError(error);
    if (journal === undefined) {
      const isInCache = path !== undefined && resolve(path).startsWith(`${resolve(cache)}/`);
      return refuseRun([isInCache ? unusableCache(cache, { message }) : refusal('system-error', message)]);
    }
    return {
      outcome: 'failed',
      failure: whole.fail({
        message,
        tail: [],
        next: 'Remove the cause, then run the same command with --resume.',
      }),
    };
  } finally {
    await journal?.close();
    await scratch.remove();
  }
}

function unusableCache(cache: string, { message }: Pick<Error, 'message'>): Diagnostic {
  return refusal('cache-unusable', `the package cache ${cache} cannot be used: ${message}`, {
    hint: 'remove what is in the way, or name another folder in WRIT_CACHE',
  });
}

/** What an earlier run left, and what is still worth something of it. */
async function readEarlierRun({
  resume,
  plan,
  events,
  machine,
  site,
  restartFindings: anew,
}: LockedRun): Promise<ResumeState | RefusedRun> {
  const fresh: ResumeState = { done: new Set() };
  const records = await site.readJournal(resume === true).catch((error: Error) => error);
  if (records === undefined) {
    if (anew.length > 0) return refuseRun(anew);
    if (resume === true) events.log('there is no unfinished installation: beginning with the first step');
    return fresh;
  }
  if (resume !== true) {
    events.log('an unfinished installation is thrown away; --resume would have continued it');
    return fresh;
  }
  const standing =
    records instanceof Error
      ? { mismatch: records.message }
      : resolveResumeState(records, plan, site.durable ? undefined : machine.boot);
  if (!('mismatch' in standing)) return standing;
  return refuseRun([
    refusal('cannot-resume', `cannot go on: ${standing.mismatch}`, {
      hint: 'go on with the same configuration and options, or begin anew without --resume',
    }),
  ]);
}

function expectRemainingWeight({ operations }: Plan, { done }: ResumeState, events: Emitter): void {
  const installed = done.has('packages');
  const open = operations.filter(({ id, stage }) => !done.has(id) && !(installed && stage === 'download'));
  events.expectWeight(open.reduce((sum, { weight }) => sum + weight, installed ? 0 : PREFLIGHT_WEIGHT));
}
