import { defined } from '@writ/diagnostics/internal';
import type { Plan } from '../plan/plan.ts';
import type { JournalRecord, ResolvedPackage } from './journal-record.ts';

/** The progress of an earlier run according to its journal. */
export interface ResumeState {
  readonly done: ReadonlySet<string>;
  /** The operation that was running when the run ended. */
  readonly started?: string;
  /** The packages in the tree. */
  readonly resolved?: readonly ResolvedPackage[];
  /** The mirrors that were chosen by speed. */
  readonly chosen?: readonly string[];
}

/** The reason why an earlier run cannot be continued. */
export interface Mismatch {
  readonly mismatch: string;
}

/**
 * Resolves the operation at which a resumed run of `plan` continues.
 *
 * @param boot identity of this boot; absent if the journal is durable. Otherwise only the package cache is
 * valid after a restart, because nothing is synced before the end of a run
 */
export function resolveResumeState(
  records: readonly JournalRecord[],
  plan: Plan,
  boot: string | undefined,
): ResumeState | Mismatch {
  const opened = records.findLast((record) => record.kind === 'open');
  if (opened === undefined) return { done: new Set() };
  if (opened.target !== plan.target.identity) {
    return { mismatch: 'the unfinished installation was for another target' };
  }
  if (opened.plan !== plan.digest) {
    return {
      mismatch: `the unfinished installation has another plan (${shortDigest(opened.plan)}, now ${shortDigest(plan.digest)}): the configuration or an option has changed`,
    };
  }
  if (boot !== undefined && opened.boot !== boot) return { done: new Set() };
  const order = new Map(plan.operations.map(({ id }, index) => [id, index]));
  // A command that failed without a signal has changed nothing, and undoing it could remove changes by other
  // programs.
  const undoneByCommands = new Set(
    plan.operations.filter(({ undo }) => undo.kind === 'commands').map(({ id }) => id),
  );
  const done = new Set<string>();
  let started: string | undefined;
  let resolved: readonly ResolvedPackage[] | undefined;
  let chosen: readonly string[] | undefined;
  const forgetFrom = (from: string): void => {
    const first = order.get(from) ?? 0;
    for (const id of done) if ((order.get(id) ?? 0) >= first) done.delete(id);
  };
  for (const record of records) {
    if (record.kind === 'resolved') resolved = record.packages;
    else if (record.kind === 'mirrors') chosen = record.chosen;
    else if (record.kind === 'start') {
      // The operation was started again, which invalidates all later ones.
      forgetFrom(record.operation);
      started = record.operation;
    } else if (record.kind === 'failed' && !record.half && undoneByCommands.has(record.operation))
      started = undefined;
    else if (record.kind === 'done' || record.kind === 'skipped') {
      done.add(record.operation);
      started = undefined;
    }
  }
  const half = plan.operations.find(({ id }) => id === started);
  if (half?.undo.kind === 'again-from') {
    forgetFrom(half.undo.from);
    started = undefined;
  }
  return {
    done,
    ...(half === undefined || started === undefined ? {} : { started }),
    ...defined({ resolved, chosen }),
  };
}

function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}
