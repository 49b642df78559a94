import { HttpError } from '@writ/http';
import { expect, it } from 'vitest';
import { createChanges } from '../installs/changes.ts';
import type { Store } from '../store/store.ts';
import { createEventStreams } from './event-streams.ts';

it('a stream that begins beyond the limit fails, rather than end as if the installation had', async () => {
  const store = { events: () => [], get: () => ({ state: 'running' }) } as unknown as Store;
  const streams = createEventStreams(store, createChanges(), { limit: 1, heartbeat: 1000 });
  const gone = new AbortController();
  // Both are offered before either is read.
  const [first, second] = [streams.of(1, 0, gone.signal), streams.of(1, 0, gone.signal)];
  const reading = Promise.resolve(first.chunks.next());
  expect(streams.open).toBe(1);
  await expect(Promise.resolve(second.chunks.next())).rejects.toThrow(HttpError);
  expect(streams.open).toBe(1);
  gone.abort();
  expect(await reading).toMatchObject({ done: true });
  expect(streams.open).toBe(0);
});
