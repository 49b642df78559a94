import { defined } from '@writ/diagnostics/internal';
import { indexDependencies } from '../plan/dependencies.ts';
import type { Plan } from '../plan/plan.ts';
import { listLostPartitions } from '../plan/lost-partitions.ts';
import { earlierPlan } from './earlier-plan.ts';
import type { JournalRecord, OpenRecord, ResolvedPackage } from './journal-record.ts';

/** The progress of an earlier run according to its journal. */
export interface ResumeState {
  readonly done: ReadonlySet<string>;
  /** The operations that the run had started but not finished, including failed ones. */
  readonly started: ReadonlySet<string>;
  /** The packages that the earlier run resolved. */
  readonly resolved?: readonly ResolvedPackage[];
  /** The path at which the tree is built. */
  readonly tree?: string;
  /** The mirrors that were chosen by speed. */
  readonly chosen?: readonly string[];
  /** The confirmed plan, if it keeps partitions. Its digest covers partitions that may no longer exist. */
  readonly confirmed?: Pick<OpenRecord, 'plan' | 'lost'>;
}

/** The state of a new installation. */
export const NOTHING_DONE: ResumeState = { done: new Set(), started: new Set() };

/** The reason why an earlier run cannot be continued. */
export interface Mismatch {
  readonly mismatch: string;
}

/**
 * Resolves the state from which a resumed run of `plan` continues.
 *
 * @param boot identity of this boot; undefined if every operation is synced to the target. Without syncing,
 * only the package cache remains valid after a restart
 */
export function resolveResumeState(
  records: readonly JournalRecord[],
  plan: Plan,
  boot: string | undefined,
): ResumeState | Mismatch {
  const opened = records.findLast((record) => record.kind === 'open');
  if (opened === undefined) return NOTHING_DONE;
  if (opened.target !== plan.target.identity) {
    return { mismatch: 'the unfinished installation was for another target' };
  }
  if (opened.plan !== earlierPlan(plan, records).digest) {
    const changed =
      listLostPartitions(plan) === undefined
        ? 'the configuration or an option has changed'
        : 'the configuration, an option or a partition that is lost has changed';
    return {
      mismatch: `the unfinished installation has a different plan (${shortDigest(opened.plan)}, now ${shortDigest(plan.digest)}), because ${changed}`,
    };
  }
  if (boot !== undefined && opened.boot !== boot) return NOTHING_DONE;
  const dependencies = indexDependencies(plan.operations);
  // A command that failed without a signal has changed nothing, and undoing it could undo changes made by
  // other programs.
  const undoneByCommands = new Set(
    plan.operations.filter(({ undo }) => undo.kind === 'commands').map(({ id }) => id),
  );
  const done = new Set<string>();
  const started = new Set<string>();
  let resolved: readonly ResolvedPackage[] | undefined;
  let chosen: readonly string[] | undefined;
  let tree: string | undefined;
  /** True after a run has given up its tree. Operations that finish later in this tree do not count. */
  let isTreeGivenUp = false;
  /** Forgets an operation and its dependents, which used its earlier result. */
  const forget = (operation: string): void => {
    for (const ids of [done, started]) {
      for (const id of ids)
        if (id === operation || dependencies.get(id)?.has(operation) === true) ids.delete(id);
    }
  };
  for (const record of records) {
    if (record.kind === 'resolved') resolved = record.packages;
    else if (record.kind === 'mirrors') chosen = record.chosen;
    else if (record.kind === 'open') isTreeGivenUp = false;
    else if (record.kind === 'tree') {
      isTreeGivenUp = tree !== undefined && tree !== record.path;
      if (isTreeGivenUp) {
        done.clear();
        started.clear();
      }
      tree = record.path;
    } else if (isTreeGivenUp) continue;
    else if (record.kind === 'start') {
      forget(record.operation);
      started.add(record.operation);
    } else if (record.kind === 'failed') {
      if (!record.half && undoneByCommands.has(record.operation)) started.delete(record.operation);
    } else if (record.kind === 'done' || record.kind === 'skipped') {
      done.add(record.operation);
      started.delete(record.operation);
    }
  }
  for (const { id, undo } of plan.operations) {
    if (undo.kind === 'again-from' && started.has(id)) forget(undo.from);
  }
  const confirmed = opened.lost === undefined ? undefined : { plan: opened.plan, lost: opened.lost };
  return { done, started, ...defined({ resolved, chosen, tree, confirmed }) };
}

function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}
