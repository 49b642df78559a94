import type { WorkerState } from '../store/assignments.ts';

/** The part of a worker on which the selection depends. */
export type SelectableWorker = Pick<WorkerState, 'host' | 'slots' | 'labels' | 'age'>;

/** A host that labels select. */
export interface SelectedHost {
  readonly host: string;
  /** The number of installations that its workers run at the same time. */
  readonly slots: number;
}

/** Seconds since the last heartbeat after which a worker is not selected. */
const LONGEST_SILENCE = 60;

/**
 * Returns the hosts whose workers have all of the labels, in alphabetical order. Any worker of a host may run its
 * installations, so a host is selected only if each of its workers has the labels.
 */
export function selectHosts(
  workers: readonly SelectableWorker[],
  labels: Readonly<Record<string, string>>,
): SelectedHost[] {
  const alive = workers.filter(({ age }) => age <= LONGEST_SILENCE);
  const hasLabels = (worker: SelectableWorker): boolean =>
    Object.entries(labels).every(([name, value]) => worker.labels[name] === value);
  return [...Map.groupBy(alive, ({ host }) => host)]
    .filter(([, ofHost]) => ofHost.every(hasLabels))
    .map(([host, ofHost]) => ({ host, slots: ofHost.reduce((sum, { slots }) => sum + slots, 0) }))
    .toSorted((a, b) => (a.host < b.host ? -1 : 1));
}
