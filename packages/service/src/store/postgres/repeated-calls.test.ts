import { DatabaseError } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StoreError } from '../store-error.ts';
import { RepeatedCalls } from './repeated-calls.ts';

function failure(code: string): DatabaseError {
  return Object.assign(new DatabaseError('terminating connection', 0, 'error'), { code });
}

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reports: string[] = [];
  const calls = new RepeatedCalls({ reportError: (message) => reports.push(message), retryLimit: 1_000 });
  return { calls, reports };
}

it('each call is repeated until its own limit, and an outage is reported once, with the reason', async () => {
  const { calls, reports } = setUp();
  const fail = (): Promise<never> => Promise.reject(failure('57P01'));
  for (let count = 0; count < 2; count += 1) {
    const began = performance.now();
    const call = expect(calls.run(fail)).rejects.toThrow(StoreError);
    await vi.advanceTimersByTimeAsync(10_000);
    await call;
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
  }
  expect(calls.lastError).toBeInstanceOf(StoreError);

  // The earlier failures do not count for a call that fails only once.
  let attempts = 0;
  const call = calls.run(() => {
    attempts += 1;
    return attempts === 1 ? fail() : Promise.resolve('result');
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await call).toBe('result');
  expect(calls.lastError).toBeUndefined();
  expect(reports).toEqual(['The database cannot be used: terminating connection (57P01)']);
});

it('a call is not repeated without end because others succeed', async () => {
  const { calls } = setUp();
  const call = expect(calls.run(() => Promise.reject(failure('40001')))).rejects.toThrow(StoreError);
  for (let count = 0; count < 20; count += 1) {
    await calls.run(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(100);
  }
  await call;
});
