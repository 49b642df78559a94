import process from 'node:process';

/** The environment variable with the number of seconds, from the start of the process, in which rounds may begin. */
export const TIME_VARIABLE = 'WRIT_BENCH_SECONDS';

/**
 * Yields the numbers of the rounds of a measurement, beginning with 0. On a slow machine, it yields fewer rounds, but
 * at least one: it ends if the next round would probably exceed the measurement's share of the time in
 * {@link TIME_VARIABLE}.
 *
 * @param remaining the number of measurements that share the remaining time, including this one
 * @param clock returns the milliseconds since the start of the process
 */
export function* roundsInTime(
  count: number,
  remaining = 1,
  clock: () => number = () => performance.now(),
): Generator<number> {
  const limit = Number(process.env[TIME_VARIABLE] ?? Infinity) * 1_000;
  const start = clock();
  const end = start + (limit - start) / remaining;
  let longest = 0;
  for (let round = 0; round < count; round += 1) {
    const begin = clock();
    if (round > 0 && begin + longest > end) return;
    yield round;
    longest = Math.max(longest, clock() - begin);
  }
}
