import { once } from 'node:events';
import { HttpError, type HttpRequest } from '@writ/http';
import { expect, it } from 'vitest';
import { createNotifier } from '../installs/notifier.ts';
import { LOCAL_CALLER } from '../security/caller.ts';
import type { Store } from '../store/store.ts';
import { createEventStreams } from './event-streams.ts';

it('a stream that starts beyond the limit fails instead of ending normally', async () => {
  const store = { events: () => [], get: () => ({ state: 'running' }) } as unknown as Store;
  const streams = createEventStreams(store, createNotifier(), {
    limit: 1,
    heartbeat: 1000,
    stallTimeout: 1000,
    findCaller: () => LOCAL_CALLER,
    accessCheck: 1000,
  });
  const gone = new AbortController();
  const request = { headers: new Headers({ authorization: 'Bearer x' }), signal: gone.signal };
  // Both streams are created before either is read.
  const open = () => streams.stream(1, 0, request as unknown as HttpRequest);
  const [first, second] = [open(), open()];
  const reading = Promise.resolve(first.chunks.next());
  expect(streams.openCount).toBe(1);
  await expect(Promise.resolve(second.chunks.next())).rejects.toThrow(HttpError);
  expect(streams.openCount).toBe(1);
  gone.abort();
  expect(await reading).toMatchObject({ done: true });
  expect(streams.openCount).toBe(0);
});

it('a stream ends without further events when the token of its request is no longer valid', async () => {
  let isValid = true;
  const streams = createEventStreams({} as Store, createNotifier(), {
    limit: 1,
    heartbeat: 1000,
    stallTimeout: 1000,
    findCaller: async () => (isValid ? LOCAL_CALLER : undefined),
    accessCheck: 1,
  });
  const headers = new Headers({ authorization: 'Bearer x' });
  const request = { headers, signal: new AbortController().signal } as unknown as HttpRequest;
  const stream = streams.open(request, async function* follow(signal) {
    yield { data: 'first' };
    await once(signal, 'abort');
    yield { data: 'last' };
  });
  expect(await stream.chunks.next()).toMatchObject({ value: { data: 'first' } });
  isValid = false;
  expect(await stream.chunks.next()).toMatchObject({ done: true });
  expect(streams.openCount).toBe(0);
});
