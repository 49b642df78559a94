import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { openStore } from '../testing/databases.ts';
import { addInstall } from '../testing/fakes.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { followEvents } from './follow-events.ts';

const ending = { state: 'done', ended: '2026-11-20T10:01:00.000Z', resumable: false } as const;

async function setUp(): Promise<{
  store: Store;
  changes: Notifier;
  id: number;
  add: (number: number) => Promise<void>;
}> {
  const store = await openStore();
  const changes = createNotifier();
  const { id } = await addInstall(store);
  const add = async (number: number): Promise<void> => {
    await store.append(id, [{ number, type: 'log', data: `{"number":${number}}` }]);
    changes.notify(id);
  };
  return { store, changes, id, add };
}

const notAborted = { signal: new AbortController().signal };

async function collectNumbers(stream: AsyncIterable<{ number: number }>): Promise<number[]> {
  const seen: number[] = [];
  for await (const { number } of stream) seen.push(number);
  return seen;
}

describe('followEvents', () => {
  it('yields past events, waits for new events, and ends with the end event', async () => {
    const { store, changes, id, add } = await setUp();
    await add(1);
    const stream = followEvents(store, changes, id, { ...notAborted, after: 0 });
    expect((await stream.next()).value).toMatchObject({ number: 1 });
    const second = stream.next();
    await add(2);
    expect((await second).value).toMatchObject({ number: 2 });
    const third = stream.next();
    await store.setEnded(id, ending);
    changes.notify(id);
    expect((await third).value).toMatchObject({ number: 3, type: 'end' });
    expect((await stream.next()).done).toBe(true);
  });

  it('does not miss events between batches', async () => {
    const { store, changes, id, add } = await setUp();
    for (let number = 1; number <= 350; number += 1) await add(number);
    const stream = followEvents(store, changes, id, { ...notAborted, after: 50 });
    const seen = [(await stream.next()).value];
    for (let number = 351; number <= 400; number += 1) await add(number);
    await store.setEnded(id, ending);
    const rest = await collectNumbers(stream);
    expect(seen).toMatchObject([{ number: 51 }]);
    expect(rest).toEqual(Array.from({ length: 350 }, (_, index) => index + 52));
  });

  it('ends when the reader aborts, and leaves no waiter behind', async () => {
    const { store, changes, id } = await setUp();
    const gone = new AbortController();
    const stream = followEvents(store, changes, id, { signal: gone.signal, after: 0 });
    const next = stream.next();
    gone.abort();
    expect((await next).done).toBe(true);
  });

  it('ends immediately if the reader has already received the end event or the installation was deleted', async () => {
    const { store, changes, id } = await setUp();
    await store.setEnded(id, ending);
    expect(await collectNumbers(followEvents(store, changes, id, { ...notAborted, after: 1 }))).toEqual([]);
    expect(await collectNumbers(followEvents(store, changes, 99, { ...notAborted, after: 0 }))).toEqual([]);
  });
});
