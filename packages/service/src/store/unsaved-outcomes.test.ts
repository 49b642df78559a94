import { expect, it, onTestFinished, vi } from 'vitest';
import type { InstallOutcome } from '../records/install.ts';
import { StoreError } from './store-error.ts';
import { UnsavedOutcomes, type UnsavedOutcomesOptions } from './unsaved-outcomes.ts';

const outcome: InstallOutcome = { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false };

function setUp(options: Partial<UnsavedOutcomesOptions> & Pick<UnsavedOutcomesOptions, 'save'>) {
  const reports: string[] = [];
  const outcomes = new UnsavedOutcomes({
    afterSave: () => Promise.resolve(),
    retry: 1,
    reportError: (message) => reports.push(message),
    ...options,
  });
  return { outcomes, reports };
}

it('an outcome that cannot be stored is reported once and retried, and does not hold up later outcomes', async () => {
  const saved: number[] = [];
  let failures = 0;
  const { outcomes, reports } = setUp({
    save: async (id) => {
      if (id === 1 && failures < 3) {
        failures += 1;
        throw new TypeError('not a failure of the database');
      }
      saved.push(id);
    },
  });
  await outcomes.add(1, outcome);
  await outcomes.add(2, outcome);
  expect(saved).toEqual([2]);
  await vi.waitFor(() => expect(saved).toEqual([2, 1]));
  expect(outcomes.isEmpty).toBe(true);
  expect(reports).toEqual(['The outcome of installation 1 cannot be stored']);
});

it('an outcome is stored even if the store cannot be tidied up afterwards', async () => {
  const { outcomes, reports } = setUp({
    save: () => Promise.resolve(),
    afterSave: () => Promise.reject(new TypeError('not a failure of the database')),
  });
  await outcomes.add(1, outcome);
  expect(outcomes.isEmpty).toBe(true);
  expect(reports).toEqual(['The store cannot be tidied up after installation 1']);
});

it('outcomes are not retried after the last attempt', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let attempts = 0;
  const { outcomes } = setUp({
    save: () => {
      attempts += 1;
      return Promise.reject(new StoreError('database-unusable'));
    },
  });
  await outcomes.add(1, outcome);
  await outcomes.close();
  const attemptsUntilClose = attempts;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toBe(attemptsUntilClose);
});
