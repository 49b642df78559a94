import { afterEach, expect, it, vi } from 'vitest';
import { roundsInTime, TIME_VARIABLE } from './rounds.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Runs rounds of the given duration in milliseconds. Returns the number of rounds. */
function countRounds(count: number, remaining: number, duration: number): number {
  let now = 2_000;
  let rounds = 0;
  for (const round of roundsInTime(count, remaining, () => now)) {
    expect(round).toBe(rounds);
    rounds += 1;
    now += duration;
  }
  return rounds;
}

it('all rounds run if there is no time limit', () => {
  vi.stubEnv(TIME_VARIABLE, undefined);
  expect(countRounds(15, 3, 60_000)).toBe(15);
});

it.each([
  ['all rounds run if they fit into the time', 5, 1, 1_000, 5],
  ['a round that would end after the time does not begin', 15, 1, 3_000, 2],
  ['a measurement leaves time for the measurements after it', 15, 2, 1_000, 4],
  ['at least one round runs', 15, 1, 60_000, 1],
])('%s', (_title, count, remaining, duration, expected) => {
  vi.stubEnv(TIME_VARIABLE, '10');
  expect(countRounds(count, remaining, duration)).toBe(expected);
});
