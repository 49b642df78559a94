import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Diagnostic, Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { readMachine, type MachineFacts } from '../facts/machine.ts';
import type { Plan } from '../plan/plan-type.ts';
import { refusal } from '../finding-codes.ts';
import { defaultCache } from './transfer/cache.ts';
import { leastRate } from './transfer/least-rate.ts';
import { hostEnvironment } from './commands/command.ts';
import type { RunContext } from './context.ts';
import type { Emitter, Step } from './emitter.ts';
import { refused, type Ending, type Refused } from './ending.ts';
import { openDeviceSite } from './sites/device-site.ts';
import { openImageSite } from './sites/image-site.ts';
import type { Journal } from './journal.ts';
import { runOperations } from './operations/operations.ts';
import { leftFolder, type LeftBehind } from './left-behind/leave.ts';
import { compareWithLock } from './package-lock/compare.ts';
import type { PackageLock } from './package-lock/package-lock.ts';
import { writeChosen } from './preflight/choose.ts';
import { judgeKernel } from './preflight/kernel.ts';
import { judgeMachine } from './preflight/machine.ts';
import { makeReady, PREFLIGHT_WEIGHT, type ReadyToRun } from './ready.ts';
import { redactor } from '../process/redact.ts';
import type { InstallRequest } from './request.ts';
import { makeScratch } from './scratch.ts';
import { systemError, type Site } from './site.ts';
import { standingOf, type Standing } from './standing.ts';

/** A plan that was agreed to, with what it takes to run it. */
export interface RunRequest extends Pick<
  InstallRequest,
  'signal' | 'yes' | 'resume' | 'rerunCommand' | 'wipe' | 'cache' | 'minRate'
> {
  readonly plan: Plan;
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly events: Emitter;
  /** The step that all others belong to. */
  readonly whole: Step;
  readonly left: LeftBehind;
  /** Exactly these are installed. */
  readonly packages: PackageLock | undefined;
  /** What forbids to begin anew, when consent was given for going on only. */
  readonly anew: readonly Diagnostic[];
}

/** With the machine judged and the targets locked. */
export async function runPlan(request: RunRequest): Promise<Ending> {
  const { plan, wipe } = request;
  const machine = await readMachine();
  const faults = [...(await judgeMachine(machine, plan.requirements)), ...(await judgeKernel(plan))];
  if (faults.length > 0) return refused(faults);
  const site =
    plan.target.kind === 'image'
      ? await openImageSite(plan, machine.root, wipe === true)
      : await openDeviceSite(plan, machine.root, process.env);
  if (!('close' in site)) return refused(site);
  try {
    return await runLocked({ ...request, machine, site });
  } finally {
    await site.close();
  }
}

interface Locked extends RunRequest {
  readonly machine: MachineFacts;
  readonly site: Site;
}

async function runLocked(locked: Locked): Promise<Ending> {
  const { plan, secrets, events, whole, machine, site, signal, left, packages } = locked;
  const standing = await earlierRun(locked);
  if ('findings' in standing) return standing;

  const cache = locked.cache ?? defaultCache(process.env, machine.root);
  const scratch = await makeScratch(join(cache, 'scratch')).catch(systemError);
  if (scratch instanceof Error) return refused([unusableCache(cache, scratch)]);
  let journal: Journal | undefined;
  try {
    const context: RunContext = {
      places: { ...site.places, scratch: scratch.path, cache: join(cache, 'packages') },
      ...defined({ commandTree: site.commandTree }),
      sandbox: site.sandbox,
      redactor: redactor([...secrets.values()].map((secret) => secret.reveal())),
      secrets,
      ...defined({ signal }),
      locks: site.locks,
      environment: hostEnvironment(process.env, false),
      resolved: standing.resolved ?? [],
    };
    expectWeight(plan, standing, events);
    const installed = standing.done.has('packages');
    const differing =
      installed && packages !== undefined ? compareWithLock(packages, standing.resolved ?? []) : [];
    if (differing.length > 0) return refused(differing);
    // What the earlier run measured is what it installed from.
    if (installed && standing.chosen !== undefined) await writeChosen(scratch.path, standing.chosen);
    const ready: ReadyToRun | Ending = installed
      ? { context }
      : await makeReady(plan, cache, context, events, {
          lock: packages,
          lateAllowed: locked.yes === true,
          rate: locked.minRate ?? leastRate,
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
      standing,
      emitter: events,
      rerunCommand: locked.rerunCommand === true,
      site,
      ...defined({ download: ready.download }),
    });
    if (ending.outcome === 'done' || ending.outcome === 'refused') {
      await rm(leftFolder(site.places.work), { recursive: true, force: true });
      await site.finish(ready.context);
    }
    if (ending.outcome !== 'refused') return ending;
    return { ...refused([refusal('target-in-use', ending.failure.message)]), failure: ending.failure };
  } catch (error) {
    // Such as a full disk below the journal.
    const { message, path } = systemError(error);
    if (journal === undefined) {
      const isInCache = path !== undefined && resolve(path).startsWith(`${resolve(cache)}/`);
      return refused([isInCache ? unusableCache(cache, { message }) : refusal('system-error', message)]);
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
async function earlierRun({
  resume,
  plan,
  events,
  machine,
  site,
  anew,
}: Locked): Promise<Standing | Refused> {
  const fresh: Standing = { done: new Set() };
  const records = await site.readJournal(resume === true).catch((error: Error) => error);
  if (records === undefined) {
    if (anew.length > 0) return refused(anew);
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
      : standingOf(records, plan, site.durable ? undefined : machine.boot);
  if (!('mismatch' in standing)) return standing;
  return refused([
    refusal('cannot-resume', `cannot go on: ${standing.mismatch}`, {
      hint: 'go on with the same configuration and options, or begin anew without --resume',
    }),
  ]);
}

function expectWeight({ operations }: Plan, { done }: Standing, events: Emitter): void {
  const installed = done.has('packages');
  const open = operations.filter(({ id, stage }) => !done.has(id) && !(installed && stage === 'download'));
  events.expect(open.reduce((sum, { weight }) => sum + weight, installed ? 0 : PREFLIGHT_WEIGHT));
}
