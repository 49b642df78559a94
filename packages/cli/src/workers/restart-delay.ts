/** Milliseconds after which an exit no longer counts. */
const RECENT = 60_000;
const MAX_DELAY = 10_000;

/**
 * Returns the delay in milliseconds before a worker is replaced: 0 for the first exit in a minute, then 100 ms, doubled
 * with each exit, at most 10 s.
 *
 * @param deaths times of exits; the last time belongs to the worker to be replaced
 */
export function restartDelay(deaths: readonly number[]): number {
  const now = deaths.at(-1) ?? 0;
  const recent = deaths.filter((time) => now - time < RECENT).length;
  return recent <= 1 ? 0 : Math.min(100 * 2 ** (recent - 2), MAX_DELAY);
}
