import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Semaphore } from './semaphore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('acquire returns a free permit synchronously', () => {
  const semaphore = new Semaphore(2);
  expect([semaphore.acquire(1000), semaphore.acquire(1000)]).toEqual([true, true]);
  expect(semaphore.used).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('release passes permits to waiting callers in order, and clears all timers', async () => {
  const semaphore = new Semaphore(1);
  semaphore.tryAcquire();
  const order: string[] = [];
  const wait = async (name: string): Promise<void> => {
    if (await semaphore.acquire(1000)) order.push(name);
  };
  const both = [wait('first'), wait('second')];
  semaphore.release();
  semaphore.release();
  await Promise.all(both);
  expect(order).toEqual(['first', 'second']);
  expect(vi.getTimerCount()).toBe(0);
});

it('release passes a permit to the waiting caller, not to a later caller', async () => {
  const semaphore = new Semaphore(1);
  semaphore.tryAcquire();
  const waiting = semaphore.acquire(1000);
  semaphore.release();
  expect(semaphore.tryAcquire()).toBe(false);
  expect(await waiting).toBe(true);
});

it('acquire returns false after the time limit without losing a permit', async () => {
  const semaphore = new Semaphore(1);
  semaphore.tryAcquire();
  const waiting = semaphore.acquire(1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await waiting).toBe(false);
  semaphore.release();
  expect([semaphore.tryAcquire(), semaphore.tryAcquire()]).toEqual([true, false]);
});
