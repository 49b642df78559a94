import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => {});

it('withTimeout gives the value of a promise in time, and leaves no timer', async () => {
  expect(await withTimeout(Promise.resolve(1), 1000, () => 'late')).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('withTimeout rejects with the error of a promise in time, and leaves no timer', async () => {
  await expect(withTimeout(Promise.reject(new Error('refused')), 1000, () => 'late')).rejects.toThrow(
    'refused',
  );
  expect(vi.getTimerCount()).toBe(0);
});

it('withTimeout gives what late returns once the limit is over, and not before', async () => {
  const late = vi.fn(() => 'late');
  const given = withTimeout(never, 1000, late);
  await vi.advanceTimersByTimeAsync(999);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await given).toBe('late');
});

it('withTimeout rejects with what late throws', async () => {
  const given = withTimeout(never, 1000, () => {
    throw new Error('too late');
  });
  const checked = expect(given).rejects.toThrow('too late');
  await vi.advanceTimersByTimeAsync(1000);
  await checked;
});
