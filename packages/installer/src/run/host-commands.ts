import { existsSync } from 'node:fs';
import { phrase, type Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { refusal } from '../finding-codes.ts';
import type { Plan } from '../plan/plan.ts';
import { createRedactor } from '../process/redact.ts';
import { term } from '../terms.ts';
import { hostEnvironment } from './commands/command.ts';
import type { RunContext } from './context.ts';
import type { Emitter } from './emitter.ts';
import { applyOperation } from './operations/apply.ts';
import { refuseRun, type RunResult } from './run-result.ts';
import { createSandbox } from './sandbox.ts';

/**
 * Runs the early commands of a plan, which no journal records. Returns the result of the run if one of them fails or is
 * interrupted; undefined if all succeeded.
 */
export async function runEarlyCommands(
  { hostCommands }: Plan,
  context: RunContext,
  events: Emitter,
): Promise<RunResult | undefined> {
  for (const operation of hostCommands?.early ?? []) {
    const step = events.start(operation);
    const applied = await applyOperation(operation, context, step);
    if (applied.kind === 'interrupted') {
      step.finish('interrupted');
      return { outcome: 'interrupted' };
    }
    if (applied.kind === 'failed') {
      const message = `${operation.title}: ${applied.failure.message}`;
      const next = phrase`This run has written nothing to the target. Fix the problem, then ${term('startAgain')}, which runs all early commands again.`;
      const failure = step.fail({ ...applied.failure, message, next });
      step.finish('failed');
      return { ...refuseRun([refusal('early-command-failed', message)]), failure };
    }
    step.finish('done');
  }
  return undefined;
}

/** The data about a failed run that error commands can read. */
export interface FailedRun {
  /** The cause, without secrets. */
  readonly message: string;
  /** The folder with the events and the log of the run; it need not exist. */
  readonly record: string;
}

/** Runs the error commands of a plan. A failure of one of them is reported, but does not prevent the others. */
export async function runErrorCommands(
  { hostCommands }: Plan,
  secrets: ReadonlyMap<string, Secret>,
  events: Emitter,
  { message, record }: FailedRun,
): Promise<void> {
  if (hostCommands === undefined) return;
  const roots = { tree: '', work: '', image: '', target: '', folder: '', second: '', home: '' };
  const context: RunContext = {
    roots: { ...roots, cache: '', scratch: '' },
    sandbox: createSandbox(false),
    redactor: createRedactor([...secrets.values()].map((secret) => secret.reveal())),
    secrets,
    environment: {
      ...hostEnvironment(process.env, true),
      WRIT_FAILURE: message,
      ...defined({ WRIT_RECORD: existsSync(record) ? record : undefined }),
    },
    resolved: [],
  };
  for (const operation of hostCommands.error) {
    const step = events.start(operation);
    const applied = await applyOperation(operation, context, step);
    if (applied.kind === 'failed') step.log(applied.failure.message);
    step.finish(applied.kind === 'done' ? 'done' : 'failed');
  }
}
