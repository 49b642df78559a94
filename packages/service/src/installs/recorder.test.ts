import { describe, expect, it } from 'vitest';
import { openStore } from '../store/store.ts';
import { logEvent, newInstall, progressEvent, temporaryFolder } from '../testing/fakes.ts';
import { recorder, recorderLimits } from './recorder.ts';

function setUp(limits = recorderLimits) {
  const store = openStore(temporaryFolder());
  const { id } = store.add(newInstall());
  const faults: unknown[] = [];
  let changes = 0;
  const sink = recorder(
    store,
    id,
    () => (changes += 1),
    (error) => faults.push(error),
    limits,
  );
  const kept = () => store.events(id, 0, 1000).map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  return { store, sink, kept, faults, changes: () => changes };
}

describe('recorder', () => {
  it('keeps events as they are, and tells of each', () => {
    const { sink, kept, changes } = setUp();
    sink(logEvent(1, 'one'));
    sink(logEvent(2, 'two'));
    expect(kept()).toEqual([logEvent(1, 'one'), logEvent(2, 'two')]);
    expect(changes()).toBe(2);
  });

  it('keeps progress that shows, not each of a thousand steps, and always the last', () => {
    const { sink, kept } = setUp();
    for (let step = 1; step <= 1000; step += 1) sink(progressEvent(step, step / 1000, 0.1 + step / 1e6));
    const fractions = kept().map(({ fraction }) => fraction as number);
    expect(fractions.length).toBeLessThan(60);
    expect(fractions.length).toBeGreaterThan(40);
    expect(fractions.at(-1)).toBe(1);
  });

  it('cuts a long line', () => {
    const { sink, kept } = setUp();
    sink(logEvent(1, 'x'.repeat(100_000)));
    expect((kept()[0]!['text'] as string).length).toBe(recorderLimits.logText + 2);
  });

  it('keeps what starts, finishes and fails when there is too much output, and says so once', () => {
    const { sink, kept } = setUp({ ...recorderLimits, events: 3 });
    for (let number = 1; number <= 50; number += 1) sink(logEvent(number, 'noise'));
    sink({ type: 'finish', number: 51, time: '', id: 'packages', outcome: 'done', milliseconds: 1 });
    expect(kept().map(({ type, text }) => text ?? type)).toEqual([
      'noise',
      'noise',
      'noise',
      'Further output is not kept here after 3 events.',
      'finish',
    ]);
  });

  it('does not stop an installation whose events cannot be kept, and says so once', () => {
    const { store, sink, faults } = setUp();
    store.close();
    sink(logEvent(1, 'one'));
    sink(logEvent(2, 'two'));
    expect(faults).toHaveLength(1);
  });
});
