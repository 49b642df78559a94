import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HttpResponse } from '../index.ts';
import { pump } from './pump.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function endless(): {
  stopped: number;
  next: () => Promise<{ done: false; value: string }>;
  stop: () => void;
} {
  const chunks = {
    stopped: 0,
    next: () => Promise.resolve({ done: false as const, value: 'x' }),
    stop: () => void (chunks.stopped += 1),
  };
  return chunks;
}

/** A response whose client does not read. */
const response = { write: () => new Promise<void>(() => {}) } as unknown as HttpResponse;

it('pump rejects if the client stops reading', async () => {
  const chunks = endless();
  const { signal } = new AbortController();
  const pumped = expect(pump({ response, signal }, chunks, (chunk) => chunk)).rejects.toThrow(
    'the client read nothing for 60000 ms',
  );
  await vi.advanceTimersByTimeAsync(59_999);
  expect(chunks.stopped).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await pumped;
  expect([chunks.stopped, vi.getTimerCount()]).toEqual([1, 0]);
});

it('pump ends immediately when the request is cancelled, even if the client does not read', async () => {
  const chunks = endless();
  const controller = new AbortController();
  const pumped = pump({ response, signal: controller.signal }, chunks, (chunk) => chunk);
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(new Error('enough'));
  expect(await pumped).toBe('cancelled');
  expect([chunks.stopped, vi.getTimerCount()]).toEqual([1, 0]);
});

it('pump removes its listener from the signal', async () => {
  const { signal } = new AbortController();
  let left = 3;
  const chunks = {
    next: () => Promise.resolve(left-- > 0 ? { done: false, value: 'x' } : { done: true, value: undefined }),
    stop: () => {},
  };
  const taking = { write: () => undefined } as unknown as HttpResponse;
  expect(await pump({ response: taking, signal }, chunks, String)).toBe('done');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
