import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followEvents } from './event-follower.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An event stream that remains open until its request is aborted. */
function openStream(text: string, signal: AbortSignal): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body);
}

it('a silent connection is replaced, and the events continue after the last one', async () => {
  const after: (string | null)[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' });
  vi.stubGlobal('location', { origin: 'page://service' });
  vi.stubGlobal('fetch', ({ headers, signal }: Request) => {
    after.push(headers.get('last-event-id'));
    const number = after.length + 6;
    const type = after.length === 3 ? 'end' : 'log';
    return Promise.resolve(openStream(`id: ${number}\nevent: ${type}\ndata: {}\n\n`, signal));
  });
  const connections: boolean[] = [];
  const onConnection = (connected: boolean): void => void connections.push(connected);
  const stop = new AbortController();
  const followed = followEvents(1, { after: 3, onEvent: () => undefined, onConnection }, stop.signal);
  await vi.advanceTimersByTimeAsync(44_000);
  expect(connections).toEqual([true]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connections).toEqual([true, false, true]);
  await vi.advanceTimersByTimeAsync(46_000);
  await followed;
  expect(after).toEqual(['3', '7', '8']);
  expect(vi.getTimerCount()).toBe(0);
});
