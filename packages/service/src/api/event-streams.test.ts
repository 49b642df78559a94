import { HttpError } from '@writ/http';
import { expect, it } from 'vitest';
import { createNotifier } from '../installs/notifier.ts';
import type { Store } from '../store/store.ts';
import { createEventStreams } from './event-streams.ts';

it('a stream that starts beyond the limit fails instead of ending normally', async () => {
  const store = { events: () => [], get: () => ({ state: 'running' }) } as unknown as Store;
  const streams = createEventStreams(store, createNotifier(), {
    limit: 1,
    heartbeat: 1000,
    stallTimeout: 1000,
  });
  const gone = new AbortController();
  // Both streams are created before either is read.
  const [first, second] = [streams.stream(1, 0, gone.signal), streams.stream(1, 0, gone.signal)];
  const reading = Promise.resolve(first.chunks.next());
  expect(streams.openCount).toBe(1);
  await expect(Promise.resolve(second.chunks.next())).rejects.toThrow(HttpError);
  expect(streams.openCount).toBe(1);
  gone.abort();
  expect(await reading).toMatchObject({ done: true });
  expect(streams.openCount).toBe(0);
});
