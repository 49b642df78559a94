/** Deaths longer ago than this say nothing about the next one. */
const RECENT = 60_000;
const MAX_DELAY = 10_000;

/**
 * Milliseconds until a worker may take the place of one that died: at once for the first death in a minute, then 100 ms,
 * twice as long with each, at most 10 s. `deaths` are times, the last one that of the worker to be replaced.
 */
export function restartDelay(deaths: readonly number[]): number {
  const now = deaths.at(-1) ?? 0;
  const recent = deaths.filter((time) => now - time < RECENT).length;
  return recent <= 1 ? 0 : Math.min(100 * 2 ** (recent - 2), MAX_DELAY);
}
