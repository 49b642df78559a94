import { phrase, type Wording } from '@writ/diagnostics';
import { statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Operation } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { applyOperation, undoOperation, verifyOperation, type OperationResult } from './apply.ts';
import type { RunContext } from '../context.ts';
import type { Emitter, Step } from '../emitter.ts';
import type { Failure } from '../event.ts';
import { serializeAppends, type Journal } from '../journal.ts';
import type { TargetSession } from '../target-session.ts';
import type { ResumeState } from '../resume-state.ts';
import { OperationQueue } from './operation-queue.ts';
import { secretsKeptFromEarlierRun } from './secrets-from-earlier-run.ts';
import { term } from '../../terms.ts';

/** The result of running a plan's operations. */
export type OperationsResult =
  | { readonly outcome: 'done' | 'interrupted' }
  | { readonly outcome: 'failed'; readonly failure: Failure }
  /** Refused before the first operation: the target is unchanged, and there is nothing to resume. */
  | { readonly outcome: 'refused'; readonly failure: Failure };

export interface OperationsRun {
  readonly plan: Plan;
  readonly context: RunContext;
  readonly journal: Pick<Journal, 'append'>;
  readonly resumeState: ResumeState;
  readonly emitter: Emitter;
  /** Allows a second run of a custom command that an earlier run started. */
  readonly rerunCommand: boolean;
  readonly session: Pick<TargetSession, 'beforeOperation' | 'afterOperation' | 'roots'>;
  /** Downloads the packages; present if they could not be downloaded before the first operation. */
  readonly download?: () => Promise<OperationsResult>;
  /** Maximum number of operations that run at the same time (default: the number of processors, at least two). */
  readonly parallelism?: number;
}

/**
 * One operation for each processor, because most operations use one, and at least two, because some wait for disks. With
 * one more operation, the longest ones would be slowed down by those that end before them anyway.
 */
const DEFAULT_PARALLELISM = Math.max(2, availableParallelism());

/**
 * Runs the remaining operations and records the start and end of each in the journal. Operations that do not
 * depend on each other may run at the same time. After a failure, no further operation starts, and the
 * running ones finish.
 */
export async function runOperations(run: OperationsRun): Promise<OperationsResult> {
  const { plan, context, resumeState, emitter, parallelism = DEFAULT_PARALLELISM } = run;
  const earlierSecrets = secretsKeptFromEarlierRun(plan, resumeState);
  if (earlierSecrets !== undefined) emitter.log(earlierSecrets);
  const queue = new OperationQueue(plan.operations, resumeState.done);
  const shared = { ...run, journal: serializeAppends(run.journal) };
  const running = new Map<string, Promise<void>>();
  let stopped: OperationsResult | undefined;
  const thrown: unknown[] = [];
  const start = async (operation: Operation): Promise<void> => {
    try {
      const result = await runOperation(operation, shared);
      if (result.outcome === 'done') queue.finish(operation);
      else if (stopped === undefined || stopped.outcome === 'interrupted') stopped = result;
    } catch (error) {
      thrown.push(error);
    }
    running.delete(operation.id);
  };
  for (;;) {
    while (stopped === undefined && thrown.length === 0 && running.size < parallelism) {
      const operation = queue.take();
      if (operation === undefined) break;
      if (context.signal?.aborted) stopped = { outcome: 'interrupted' };
      else running.set(operation.id, start(operation));
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (thrown.length > 0) throw thrown[0];
  return stopped ?? { outcome: 'done' };
}

async function runOperation(operation: Operation, run: OperationsRun): Promise<OperationsResult> {
  const { plan, context, journal, resumeState, emitter, session } = run;
  const isRepeated = resumeState.done.has(operation.id);
  if (operation.id === 'packages' && run.download !== undefined) {
    const downloaded = await run.download();
    if (downloaded.outcome !== 'done') return downloaded;
  }
  const step = emitter.start(operation);
  const recovered = resumeState.started.has(operation.id) ? await recover(operation, step, run) : undefined;
  const refusalReason = recovered === undefined ? await session.beforeOperation(operation) : undefined;
  const applied = recovered ?? (await attemptOperation(operation, step, run, { isRepeated, refusalReason }));
  if (applied.kind === 'failed') {
    const first = plan.operations.find(({ stage }) => stage !== 'download');
    const untouched = refusalReason !== undefined && operation === first && !hasStarted(resumeState);
    const outOfSpace = await ranOutOfSpace(applied.failure, context.roots);
    const memoryFault =
      context.treeInMemory === true ? describeMemoryFault(operation, applied.failure, outOfSpace) : undefined;
    const failure = step.fail({
      ...applied.failure,
      message: `${operation.title}: ${applied.failure.message}`,
      next: untouched ? UNTOUCHED : (memoryFault ?? describeNextStep(operation, plan, outOfSpace)),
    });
    if (untouched) {
      step.finish('failed');
      return { outcome: 'refused', failure };
    }
    await journal.append({
      kind: 'failed',
      operation: operation.id,
      message: failure.message,
      half: applied.failure.command !== undefined && applied.failure.exitStatus === undefined,
    });
    // A resumed run starts over with a tree on the disk.
    if (memoryFault !== undefined) await journal.append({ kind: 'tree', path: session.roots.tree });
    step.finish('failed');
    return { outcome: 'failed', failure };
  }
  if (applied.kind === 'interrupted') {
    step.finish('interrupted');
    return { outcome: 'interrupted' };
  }
  if (!isRepeated) await journal.append({ kind: applied.kind, operation: operation.id });
  await session.afterOperation(operation);
  step.finish(applied.kind);
  return { outcome: 'done' };
}

const UNTOUCHED = phrase`Nothing was written to the target. Fix the problem, then ${term('startAgain')}.`;

const START_ON_DISK = phrase`To start over and build the system on the disk, ${term('resume')}.`;
const MEMORY_FULL = phrase`The system is built in memory, which is full. ${START_ON_DISK}`;
const MEMORY_SHORT = phrase`A program was killed, perhaps because the memory in which the system is built is full. ${START_ON_DISK}`;

/** Returns the next step if an operation failed because the tree is in memory; undefined for other failures. */
function describeMemoryFault(
  { stage }: Operation,
  { exitStatus, signal }: Pick<Failure, 'exitStatus' | 'signal'>,
  outOfSpace: boolean,
): Wording | undefined {
  // In the `image` stage, it is the disk that is full, because the image is on the disk.
  if (outOfSpace && stage !== 'image') return MEMORY_FULL;
  // A shell reports SIGKILL as status 137.
  return signal === 'SIGKILL' || exitStatus === 137 ? MEMORY_SHORT : undefined;
}

function hasStarted({ done, started }: ResumeState): boolean {
  return done.size > 0 || started.size > 0;
}

async function attemptOperation(
  operation: Operation,
  step: Step,
  { journal, context }: OperationsRun,
  { isRepeated, refusalReason }: { readonly isRepeated: boolean; readonly refusalReason: string | undefined },
): Promise<OperationResult> {
  if (refusalReason !== undefined) return { kind: 'failed', failure: { message: refusalReason, tail: [] } };
  // A start record invalidates all operations that depend on this one.
  if (!isRepeated) await journal.append({ kind: 'start', operation: operation.id });
  return applyOperation(operation, context, step, createLineProgress(operation, context));
}

/**
 * Handles an operation that an earlier run did not finish. Returns undefined if the operation has to run
 * again.
 */
async function recover(
  operation: Operation,
  step: Step,
  run: OperationsRun,
): Promise<OperationResult | undefined> {
  switch (operation.undo.kind) {
    case 'repeat':
    case 'again-from':
      return undefined;
    case 'commands':
      return undoOperation(operation, operation.undo.commands, run.context, step);
    case 'verify-first':
      return (await verifyOperation(operation, run.context)).length === 0 ? { kind: 'done' } : undefined;
    case 'ask':
      if (run.rerunCommand) return undefined;
      return {
        kind: 'failed',
        failure: {
          message: 'the command was running when the installation stopped and may have completed',
          tail: [],
        },
      };
  }
}

/** A disk with fewer free bytes counts as full. */
const FULL_DISK_THRESHOLD = 1 << 20;

/**
 * True if a lack of space probably caused the failure. Not every program reports this: if the package manager
 * cannot unpack a file, it reports only a write error.
 */
async function ranOutOfSpace(
  { message, tail }: Pick<Failure, 'message' | 'tail'>,
  { tree, work }: RunContext['roots'],
): Promise<boolean> {
  if ([message, ...tail].some((line) => /no space left on/i.test(line))) return true;
  for (const folder of [tree, work]) {
    const room = await statfs(folder).catch(() => undefined);
    if (room !== undefined && room.bavail * room.bsize < FULL_DISK_THRESHOLD) return true;
  }
  return false;
}

function describeNextStep(operation: Operation, { operations }: Plan, outOfRoom: boolean): Wording {
  if (outOfRoom) {
    return phrase`Free some space on the disk, then ${term('resume')}.`;
  }
  const number = /^command-(\d+)$/.exec(operation.id)?.[1];
  if (number === undefined) return phrase`Fix the problem, then ${term('resume')}.`;
  const notRun = operations
    .slice(operations.indexOf(operation) + 1)
    .filter(({ stage }) => stage === 'commands')
    .map(({ id }) => id.replace('command-', ''));
  const rest = notRun.length === 0 ? '' : ` Custom commands not run: ${notRun.join(', ')}.`;
  return phrase`Check what custom command ${number} has done, then ${term('resumeCommand')}. To change the command, ${term('restart')}.${rest}`;
}

/**
 * Returns a function that derives progress from the package manager's output, which has a line for every package that
 * it installs; undefined for any other operation.
 */
function createLineProgress(
  operation: Operation,
  { resolved }: RunContext,
): ((line: string) => number | undefined) | undefined {
  if (operation.id !== 'packages' || resolved.length === 0) return undefined;
  let installed = 0;
  return (line) => {
    if (!line.startsWith('installing ')) return undefined;
    installed += 1;
    return Math.min(1, installed / resolved.length);
  };
}
