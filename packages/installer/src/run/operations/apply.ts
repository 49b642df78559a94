import { lstat } from 'node:fs/promises';
import { defined } from '@writ/diagnostics/internal';
import type { Command, StaleBootEntries, Operation } from '../../plan/operation.ts';
import { describeEnd, runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import type { Step } from '../emitter.ts';
import type { Failure } from '../event.ts';
import { resolvePath, writePlannedFile } from './files.ts';
import { deleteEmptyPresets, leaveOutHook, wasLeftOut } from './postponed-hook.ts';
import { succeeded, type ProcessEnd } from '../../process/run-process.ts';
import { deletionCommands, listBootEntries } from './stale-boot-entries.ts';
import { describeFailedCheck } from './verify.ts';

/** The result of an attempt at an operation. */
export type OperationResult =
  | { readonly kind: 'done' | 'skipped' | 'interrupted' }
  | { readonly kind: 'failed'; readonly failure: Omit<Failure, 'id' | 'next'> };

/** Derives progress, from 0 to 1, from a line of a command's output; returns undefined for any other line. */
export type LineProgress = (line: string) => number | undefined;

/**
 * Applies an operation: writes its files, runs its commands, then runs its checks. Skips the operation if none of the
 * paths in `when` exists, and only its commands if the hook in `completes` has run in the package transaction.
 */
export async function applyOperation(
  operation: Operation,
  context: RunContext,
  step: Step,
  fractionOf?: LineProgress,
): Promise<OperationResult> {
  if (operation.when !== undefined && !(await existsAny(operation.when, context))) return { kind: 'skipped' };
  const unwritten = await writeFiles(operation, context);
  if (unwritten !== undefined) return unwritten;
  if (operation.postpones !== undefined) await leaveOutHook(operation.postpones, context);
  const { completes } = operation;
  if (completes !== undefined && !(await wasLeftOut(completes, context))) {
    step.log(`${completes.name} has run with the packages`);
    return verifyApplied(operation, context);
  }
  if (completes !== undefined) await deleteEmptyPresets(operation, context);
  const removals =
    operation.replaces === undefined ? [] : await resolveRemovals(operation, operation.replaces, context);
  if ('kind' in removals) return removals;
  for (const command of [...removals, ...operation.commands]) {
    const ended = await applyCommand(command, operation.limit, context, step, fractionOf);
    if (ended.kind !== 'done') return ended;
  }
  return verifyApplied(operation, context);
}

/**
 * Undoes an interrupted attempt at an operation. Failures of the commands are ignored. Returns a result only if
 * the operation must not run again, because a file cannot be written or the run is interrupted.
 */
export async function undoOperation(
  operation: Operation,
  commands: readonly Command[],
  context: RunContext,
  step: Step,
): Promise<OperationResult | undefined> {
  const unwritten = await writeFiles(operation, context);
  if (unwritten !== undefined) return unwritten;
  for (const command of commands) {
    await runCommand(command, operation.limit, context, {
      onLine: (line, source) => step.log(line, source),
    });
  }
  return undefined;
}

async function writeFiles({ files }: Operation, context: RunContext): Promise<OperationResult | undefined> {
  for (const file of files) {
    if (context.signal?.aborted) return { kind: 'interrupted' };
    try {
      await writePlannedFile(file, context);
    } catch (error) {
      return {
        kind: 'failed',
        failure: { message: `cannot write ${file.path}: ${describeWriteError(error)}`, tail: [] },
      };
    }
  }
  return undefined;
}

async function verifyApplied(operation: Operation, context: RunContext): Promise<OperationResult> {
  if (context.signal?.aborted) return { kind: 'interrupted' };
  const faults = await verifyOperation(operation, context);
  // An interrupted check counts as failed.
  if (context.signal?.aborted) return { kind: 'interrupted' };
  if (faults.length === 0) return { kind: 'done' };
  return {
    kind: 'failed',
    failure: { message: `verification failed: ${faults.join('; ')}`, tail: [] },
  };
}

/** Runs an operation's checks. Returns the failures; the list is empty if the operation is done. */
export async function verifyOperation(operation: Operation, context: RunContext): Promise<string[]> {
  const faults: string[] = [];
  for (const check of operation.verify) {
    const fault = await describeFailedCheck(check, context);
    if (fault !== undefined) faults.push(context.redactor.redact(fault));
  }
  return faults;
}

async function applyCommand(
  command: Command,
  limit: number,
  context: RunContext,
  step: Step,
  fractionOf: LineProgress | undefined,
): Promise<OperationResult> {
  const complaints: string[] = [];
  const end = await runCommand(command, limit, context, {
    onLine: (line, source) => {
      step.log(line, source);
      if (line.startsWith('error:')) complaints.push(line);
      const fraction = fractionOf?.(line);
      if (fraction !== undefined) step.progress(fraction);
    },
  });
  if (succeeded(end)) {
    // The package manager's exit status does not depend on hooks and scriptlets, so their failures are
    // reported as warnings.
    for (const line of complaints) step.log(`${command.argv[0]} succeeded with a warning: ${line}`);
    return { kind: 'done' };
  }
  return commandFailure(command, end, limit, context);
}

/**
 * Returns the commands that delete stale boot entries before the operation's own commands run, or a failure.
 */
async function resolveRemovals(
  { limit }: Operation,
  stale: StaleBootEntries,
  context: RunContext,
): Promise<readonly Command[] | OperationResult> {
  const end = await runCommand(listBootEntries, limit, context, { capture: true });
  return succeeded(end)
    ? deletionCommands(stale, end.stdout)
    : commandFailure(listBootEntries, end, limit, context);
}

function commandFailure(
  command: Command,
  end: ProcessEnd,
  limit: number,
  { redactor }: RunContext,
): OperationResult {
  if (end.end === 'abort') return { kind: 'interrupted' };
  return {
    kind: 'failed',
    failure: {
      message: describeEnd(command.argv, end, limit),
      command: command.argv.map((argument) => redactor.redact(argument)),
      ...defined({ exitStatus: end.status, signal: end.signal }),
      tail: end.tail,
    },
  };
}

async function existsAny(paths: readonly string[], context: RunContext): Promise<boolean> {
  for (const path of paths) {
    if ((await lstat(await resolvePath(path, context)).catch(() => undefined)) !== undefined) return true;
  }
  return false;
}

/** Describes why a file cannot be written. For a full disk, Node's message is replaced, because it repeats the path. */
function describeWriteError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'no space left on the disk';
  return message;
}
