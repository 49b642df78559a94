import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => {});

it('withTimeout resolves to the value of the promise, and clears the timer', async () => {
  expect(await withTimeout(Promise.resolve(1), 1000, () => 'late')).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('withTimeout rejects with the error of the promise, and clears the timer', async () => {
  await expect(withTimeout(Promise.reject(new Error('refused')), 1000, () => 'late')).rejects.toThrow(
    'refused',
  );
  expect(vi.getTimerCount()).toBe(0);
});

it('withTimeout resolves to the result of onTimeout after the limit', async () => {
  const onTimeout = vi.fn(() => 'late');
  const result = withTimeout(never, 1000, onTimeout);
  await vi.advanceTimersByTimeAsync(999);
  expect(onTimeout).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe('late');
});

it('withTimeout rejects with the error that onTimeout throws', async () => {
  const result = withTimeout(never, 1000, () => {
    throw new Error('too late');
  });
  const checked = expect(result).rejects.toThrow('too late');
  await vi.advanceTimersByTimeAsync(1000);
  await checked;
});
