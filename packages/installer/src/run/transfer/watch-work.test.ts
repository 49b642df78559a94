import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchWork } from './watch-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a check that takes longer than the interval does not overlap the next check', async () => {
  const work = Promise.withResolvers<string>();
  let running = 0;
  let checks = 0;
  let mostAtOnce = 0;
  const check = async (): Promise<undefined> => {
    running += 1;
    checks += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    running -= 1;
  };
  const watched = watchWork(() => work.promise, check, undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  work.resolve('done');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await watched).toEqual({ result: 'done' });
  expect(mostAtOnce).toBe(1);
  expect(checks).toBeGreaterThan(2);
});

it('the work is aborted when the check returns a reason to stop', async () => {
  const watched = watchWork(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'))),
    () => Promise.resolve('too slow'),
    undefined,
  );
  await vi.advanceTimersByTimeAsync(600);
  expect(await watched).toEqual({ result: 'aborted', stopReason: 'too slow' });
});
