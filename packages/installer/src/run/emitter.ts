import type { EventSink, Failure, InstallEvent } from './event.ts';

/** What an event says before it gets its number and time. */
type Unnumbered<E> = E extends unknown ? Omit<E, 'number' | 'time'> : never;

/** Numbers the events, keeps the total, and finishes what was started. */
export interface Emitter {
  start(step: { id: string; title: string; stage: string; weight: number }): Step;
  /** Sum of the weights still to come, said once it is known. */
  expect(weight: number): void;
  log(text: string): void;
}

/** One step that is going on. */
export interface Step {
  log(text: string, source?: 'stdout' | 'stderr' | 'writ'): void;
  progress(fraction: number, bytes?: { done: number; total: number }): void;
  fail(failure: Omit<Failure, 'id'>): Failure;
  finish(outcome: 'done' | 'skipped' | 'failed' | 'interrupted'): void;
}

/** The step that all others belong to. */
export const WHOLE = 'install';

export function emitter(sink: EventSink | undefined, now: () => number = Date.now): Emitter {
  let number = 0;
  let expected = 0;
  let finished = 0;
  let highest = 0;
  const emit = (event: Unnumbered<InstallEvent>): void => {
    number += 1;
    sink?.({ number, time: new Date(now()).toISOString(), ...event } as InstallEvent);
  };
  const totalAt = (weight: number): number => {
    if (expected > 0) highest = Math.max(highest, Math.min(1, (finished + weight) / expected));
    return highest;
  };
  return {
    expect: (weight) => (expected = finished + weight),
    log: (text) => emit({ type: 'log', id: WHOLE, source: 'writ', text }),
    start({ id, title, stage, weight }) {
      const began = now();
      let over = false;
      emit({ type: 'start', id, ...(id === WHOLE ? {} : { parent: WHOLE }), title, stage, weight });
      return {
        log: (text, source = 'writ') => emit({ type: 'log', id, source, text }),
        progress(fraction, bytes) {
          const total = totalAt(weight * fraction);
          emit({ type: 'progress', id, fraction, total, ...(bytes === undefined ? {} : { bytes }) });
        },
        fail(failure) {
          const whole = { id, ...failure };
          emit({ type: 'failure', ...whole });
          return whole;
        },
        finish(outcome) {
          if (over) return;
          over = true;
          if (id !== WHOLE && (outcome === 'done' || outcome === 'skipped')) {
            finished += weight;
            emit({ type: 'progress', id, fraction: 1, total: totalAt(0) });
          }
          emit({ type: 'finish', id, outcome, milliseconds: now() - began });
        },
      };
    },
  };
}
