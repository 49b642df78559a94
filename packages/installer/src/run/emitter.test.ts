import { expect, it } from 'vitest';
import { createEmitter, INSTALL_STEP } from './emitter.ts';
import { createEventCollector } from './testing.ts';

const step = (id: string, weight: number): { id: string; title: string; stage: string; weight: number } => ({
  id,
  title: id,
  stage: 'system',
  weight,
});

it('an emitter numbers its events, sets their parents and finishes each step once', () => {
  const { events, sink } = createEventCollector();
  const emitter = createEmitter(sink, undefined, () => 0);
  const whole = emitter.start(step(INSTALL_STEP, 0));
  const a = emitter.start(step('a', 1));
  a.finish('done');
  a.finish('failed');
  whole.finish('done');
  expect(events.map(({ number, type, time }) => [number, type, time])).toEqual([
    [1, 'start', '1970-01-01T00:00:00.000Z'],
    [2, 'start', '1970-01-01T00:00:00.000Z'],
    [3, 'progress', '1970-01-01T00:00:00.000Z'],
    [4, 'finish', '1970-01-01T00:00:00.000Z'],
    [5, 'finish', '1970-01-01T00:00:00.000Z'],
  ]);
  expect(events[0]).not.toHaveProperty('parent');
  expect(events[1]).toMatchObject({ parent: INSTALL_STEP });
});

it('the total progress is computed from the weights and never decreases', () => {
  const { events, sink } = createEventCollector();
  const emitter = createEmitter(sink);
  emitter.expectWeight(10);
  const a = emitter.start(step('a', 5));
  a.progress(0.8);
  a.progress(0.2);
  a.finish('done');
  const b = emitter.start(step('b', 5));
  b.progress(0.5, { done: 1, total: 2 });
  b.finish('failed');
  const totals = events.flatMap((event) => (event.type === 'progress' ? [event.total] : []));
  expect(totals).toEqual([0.4, 0.4, 0.5, 0.75]);
});

it('the total progress includes all steps that run at the same time', () => {
  const { events, sink } = createEventCollector();
  const emitter = createEmitter(sink);
  emitter.expectWeight(10);
  const a = emitter.start(step('a', 6));
  const b = emitter.start(step('b', 4));
  a.progress(0.5);
  b.progress(0.5);
  a.finish('done');
  b.finish('done');
  const totals = events.flatMap((event) => (event.type === 'progress' ? [event.total] : []));
  expect(totals).toEqual([0.3, 0.5, 0.8, 1]);
});

it('an emitter redacts every event', () => {
  const { events, sink } = createEventCollector();
  const emitter = createEmitter(sink, (text) => text.replaceAll('canary', '[redacted]'));
  const a = emitter.start({ ...step('a', 1), title: 'Run echo canary' });
  a.log('canary');
  emitter.log('canary');
  a.fail({ message: 'canary', tail: ['canary'], next: 'Try again.' });
  expect(JSON.stringify(events)).not.toContain('canary');
});

it('an emitter works without a listener', () => {
  expect(() => createEmitter(undefined).start(step('a', 1)).finish('done')).not.toThrow();
});
