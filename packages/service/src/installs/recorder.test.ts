import { describe, expect, it } from 'vitest';
import { Store } from '../store/store.ts';
import { addInstall, logEvent, progressEvent, temporaryFolder } from '../testing/fakes.ts';
import { createRecorder, recorderLimits } from './recorder.ts';

function setUp(limits = recorderLimits) {
  const store = new Store(temporaryFolder());
  const { id } = addInstall(store);
  const reportedErrors: unknown[] = [];
  let changes = 0;
  const { sink, dropped } = createRecorder(
    store,
    id,
    () => (changes += 1),
    (error) => reportedErrors.push(error),
    limits,
  );
  const recordedEvents = () =>
    store.events(id, 0, 1000).map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  return { store, id, sink, dropped, recordedEvents, reportedErrors, changes: () => changes };
}

describe('the recorder', () => {
  it('records events unchanged, and reports each event', () => {
    const { sink, recordedEvents, changes } = setUp();
    sink(logEvent(1, 'one'));
    sink(logEvent(2, 'two'));
    expect(recordedEvents()).toEqual([logEvent(1, 'one'), logEvent(2, 'two')]);
    expect(changes()).toBe(2);
  });

  it('records only visible progress, and always the last event', () => {
    const { sink, recordedEvents } = setUp();
    for (let step = 1; step <= 1000; step += 1) sink(progressEvent(step, step / 1000, 0.1 + step / 1e6));
    const fractions = recordedEvents().map(({ fraction }) => fraction as number);
    expect(fractions.length).toBeLessThan(60);
    expect(fractions.length).toBeGreaterThan(40);
    expect(fractions.at(-1)).toBe(1);
  });

  it('records only visible progress of steps that run at the same time', () => {
    const { sink, recordedEvents } = setUp();
    for (let number = 1; number <= 2000; number += 1) {
      const progress = progressEvent(number, Math.ceil(number / 2) / 1000, 0.1 + number / 1e6);
      sink(number % 2 === 0 ? progress : { ...progress, id: 'locale' });
    }
    expect(recordedEvents().length).toBeLessThan(120);
    expect(new Set(recordedEvents().map(({ id }) => id))).toEqual(new Set(['locale', 'packages']));
  });

  it('truncates a long line', () => {
    const { sink, recordedEvents } = setUp();
    sink(logEvent(1, 'x'.repeat(100_000)));
    expect((recordedEvents()[0]!['text'] as string).length).toBe(recorderLimits.logLength + 2);
  });

  it('records starts, ends and failures beyond the output limit, and counts the omitted output', () => {
    const { sink, recordedEvents, dropped } = setUp({ ...recorderLimits, eventCount: 3 });
    for (let number = 1; number <= 50; number += 1) sink(logEvent(number, 'noise'));
    sink({ type: 'finish', number: 51, time: '', id: 'packages', outcome: 'done', milliseconds: 1 });
    expect(recordedEvents().map(({ type, text }) => text ?? type)).toEqual([
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
    expect(dropped()).toEqual({ events: 47, bytes: lost.reduce((sum, size) => sum + size) });
  });

  it('records no more bytes of output than its limit', () => {
    const size = Buffer.byteLength(JSON.stringify(logEvent(1, 'ünï')));
    const { sink, recordedEvents, dropped } = setUp({ ...recorderLimits, bytes: 2 * size });
    for (let number = 1; number <= 9; number += 1) sink(logEvent(number, 'ünï'));
    expect(recordedEvents().map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(dropped()).toEqual({ events: 7, bytes: 7 * size });
  });

  it('reports no dropped events if all events were recorded', () => {
    const { sink, dropped } = setUp();
    sink(logEvent(1, 'one'));
    expect(dropped()).toBeUndefined();
  });

  it('lets an installation continue if its events cannot be recorded, and reports the error once', () => {
    const seen: number[] = [];
    const reportedErrors: unknown[] = [];
    let full = true;
    const append = (_id: number, { number }: { readonly number: number }): void => {
      if (full) throw new Error('full');
      seen.push(number);
    };
    const { sink, dropped } = createRecorder(
      { append },
      1,
      () => {},
      (error) => reportedErrors.push(error),
    );
    sink(logEvent(1, 'one'));
    sink(logEvent(2, 'two'));
    full = false;
    sink(logEvent(3, 'three'));
    expect([reportedErrors.length, seen, dropped()?.events]).toEqual([1, [3], 2]);
  });
});
