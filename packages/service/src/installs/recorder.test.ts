import { describe, expect, it, vi } from 'vitest';
import type { StoredEvent } from '../records/install.ts';
import { StoreError } from '../store/store-error.ts';
import { openStore } from '../testing/databases.ts';
import { addInstall, logEvent, progressEvent } from '../testing/fakes.ts';
import { createRecorder, recorderLimits } from './recorder.ts';

async function setUp(limits = recorderLimits) {
  const store = await openStore();
  const { id } = await addInstall(store);
  const reportedErrors: unknown[] = [];
  let changes = 0;
  const { sink, finish } = createRecorder(
    store,
    id,
    { changed: () => (changes += 1), reportError: (error) => reportedErrors.push(error) },
    limits,
  );
  const recordedEvents = async () => {
    await finish();
    const events = await store.events(id, 0, 1000);
    return events.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  };
  return { store, id, sink, finish, recordedEvents, reportedErrors, changes: () => changes };
}

describe('the recorder', () => {
  it('records events unchanged, and reports each event', async () => {
    const { sink, recordedEvents, changes } = await setUp();
    sink(logEvent(1, 'one'));
    sink(logEvent(2, 'two'));
    expect(await recordedEvents()).toEqual([logEvent(1, 'one'), logEvent(2, 'two')]);
    expect(changes()).toBe(2);
  });

  it('continues the numbers of an earlier run', async () => {
    const store = await openStore();
    const { id } = await addInstall(store);
    await store.append(id, [{ number: 7, type: 'log', data: '{}' }]);
    const options = { firstNumber: 8, changed: () => {}, reportError: () => {} };
    const { sink, finish } = createRecorder(store, id, options);
    sink(logEvent(1, 'one'));
    sink(logEvent(2, 'two'));
    await finish();
    const events = await store.events(id, 7, 9);
    expect(events.map(({ number, data }) => [number, JSON.parse(data)])).toEqual([
      [8, logEvent(8, 'one')],
      [9, logEvent(9, 'two')],
    ]);
  });

  it('records only visible progress, and always the last event', async () => {
    const { sink, recordedEvents } = await setUp();
    for (let step = 1; step <= 1000; step += 1) sink(progressEvent(step, step / 1000, 0.1 + step / 1e6));
    const fractions = (await recordedEvents()).map(({ fraction }) => fraction as number);
    expect(fractions.length).toBeLessThan(60);
    expect(fractions.length).toBeGreaterThan(40);
    expect(fractions.at(-1)).toBe(1);
  });

  it('records only visible progress of steps that run at the same time', async () => {
    const { sink, recordedEvents } = await setUp();
    for (let number = 1; number <= 2000; number += 1) {
      const progress = progressEvent(number, Math.ceil(number / 2) / 1000, 0.1 + number / 1e6);
      sink(number % 2 === 0 ? progress : { ...progress, id: 'locale' });
    }
    expect((await recordedEvents()).length).toBeLessThan(120);
    expect(new Set((await recordedEvents()).map(({ id }) => id))).toEqual(new Set(['locale', 'packages']));
  });

  it('truncates a long line', async () => {
    const { sink, recordedEvents } = await setUp();
    sink(logEvent(1, 'x'.repeat(100_000)));
    expect(((await recordedEvents())[0]!['text'] as string).length).toBe(recorderLimits.logLength + 2);
  });

  it('records starts, ends and failures beyond the output limit, and counts the omitted output', async () => {
    const { sink, recordedEvents, finish } = await setUp({ ...recorderLimits, eventCount: 3 });
    for (let number = 1; number <= 50; number += 1) sink(logEvent(number, 'noise'));
    sink({ type: 'finish', number: 51, time: '', id: 'packages', outcome: 'done', milliseconds: 1 });
    expect((await recordedEvents()).map(({ type, text }) => text ?? type)).toEqual([
      'noise',
      'noise',
      'noise',
      'The output exceeds the limit; the rest is not recorded.',
      'finish',
    ]);
    const lost = Array.from(
      { length: 47 },
      (_, index) => JSON.stringify(logEvent(index + 4, 'noise')).length,
    );
    expect(await finish()).toEqual({ events: 47, bytes: lost.reduce((sum, size) => sum + size) });
  });

  it('records no more bytes of output than its limit', async () => {
    const size = Buffer.byteLength(JSON.stringify(logEvent(1, 'ünï')));
    const { sink, recordedEvents, finish } = await setUp({ ...recorderLimits, bytes: 2 * size });
    for (let number = 1; number <= 9; number += 1) sink(logEvent(number, 'ünï'));
    expect((await recordedEvents()).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await finish()).toEqual({ events: 7, bytes: 7 * size });
  });

  it('reports no dropped events if all events were recorded', async () => {
    const { sink, finish } = await setUp();
    sink(logEvent(1, 'one'));
    expect(await finish()).toBeUndefined();
  });

  it('lets an installation continue if its events cannot be recorded, and reports the error once', async () => {
    const seen: number[] = [];
    const reportedErrors: unknown[] = [];
    let isBroken = true;
    const append = (_id: number, events: readonly StoredEvent[]): Promise<void> => {
      if (isBroken) return Promise.reject(new Error('broken'));
      seen.push(...events.map(({ number }) => number));
      return Promise.resolve();
    };
    const reportError = (error: unknown): unknown => reportedErrors.push(error);
    const { sink, finish } = createRecorder({ append }, 1, { changed: () => {}, reportError });
    sink(logEvent(1, 'one'));
    sink(logEvent(2, 'two'));
    await vi.waitFor(() => expect(reportedErrors).toHaveLength(1));
    await new Promise(setImmediate);
    isBroken = false;
    sink(logEvent(3, 'three'));
    expect([(await finish())?.events, reportedErrors.length, seen]).toEqual([2, 1, [3]]);
  });

  it('stores the events that it collected while the database could not be written, in order', async () => {
    const seen: number[] = [];
    let attempts = 0;
    const append = (_id: number, events: readonly StoredEvent[]): Promise<void> => {
      attempts += 1;
      if (attempts < 3) return Promise.reject(new StoreError('database-unusable'));
      seen.push(...events.map(({ number }) => number));
      return Promise.resolve();
    };
    const errors: unknown[] = [];
    const options = { changed: () => {}, reportError: (error: unknown) => errors.push(error), retry: 1 };
    const { sink, finish } = createRecorder({ append }, 1, options);
    for (let number = 1; number <= 600; number += 1) sink(logEvent(number, 'text'));
    await vi.waitFor(() => expect(seen).toHaveLength(600));
    expect(seen).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
    expect([await finish(), errors.length]).toEqual([undefined, 1]);
  });

  it('loses output beyond its limit for memory, and everything if the database cannot be written at the end', async () => {
    const append = (): Promise<void> => Promise.reject(new StoreError('database-unusable'));
    const size = Buffer.byteLength(JSON.stringify(logEvent(1, 'text')));
    const limits = { ...recorderLimits, pendingBytes: 2 * size };
    const options = { changed: () => {}, reportError: () => {} };
    const { sink, finish } = createRecorder({ append }, 1, options, limits);
    for (let number = 1; number <= 9; number += 1) sink(logEvent(number, 'text'));
    sink({ type: 'finish', number: 10, time: '', id: 'packages', outcome: 'done', milliseconds: 1 });
    expect((await finish())?.events).toBe(10);
  });
});
