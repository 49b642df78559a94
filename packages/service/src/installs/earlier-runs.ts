import type { Store } from '../store/store.ts';
import { readTimeline, summarizeDurations, type EarlierDurations } from './timeline.ts';

/** The maximum number of runs that an estimate considers. */
const RUN_LIMIT = 5;

/**
 * Returns the durations of the complete runs among the newest installations.
 *
 * @param except the number of an installation that is not considered
 * @returns undefined if there are no complete runs
 */
export async function readEarlierDurations(
  store: Store,
  except?: number,
): Promise<EarlierDurations | undefined> {
  const { installs } = await store.list({ states: ['done'], limit: RUN_LIMIT + 1 });
  // A resumed run is only a part of an installation.
  const complete = installs.filter(({ id, resume }) => id !== except && !resume).slice(0, RUN_LIMIT);
  return summarizeDurations(await Promise.all(complete.map(({ id }) => readTimeline(store.log, id))));
}
