import { defined } from '@writ/diagnostics/internal';
import type { EventSink, Failure, InstallEvent } from './event.ts';

/** What an event says before it gets its number and time. */
type Unnumbered<E> = E extends unknown ? Omit<E, 'number' | 'time'> : never;

/** Numbers the events, keeps the total, and finishes what was started. */
export interface Emitter {
  start(step: { id: string; title: string; stage: string; weight: number }): Step;
  /** Sum of the weights still to come, said once it is known. */
  expectWeight(weight: number): void;
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
export const INSTALL_STEP = 'install';

/** @param redact applied to every text: a person may have written a password into a custom command, too */
export function createEmitter(
  sink: EventSink | undefined,
  redact: (text: string) => string = (text) => text,
  now: () => number = Date.now,
): Emitter {
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
    expectWeight: (weight) => (expected = finished + weight),
    log: (text) => emit({ type: 'log', id: INSTALL_STEP, source: 'writ', text: redact(text) }),
    start({ id, title, stage, weight }) {
      const began = now();
      let over = false;
      const parent = id === INSTALL_STEP ? {} : { parent: INSTALL_STEP };
      emit({ type: 'start', id, ...parent, title: redact(title), stage, weight });
      return {
        log: (text, source = 'writ') => emit({ type: 'log', id, source, text: redact(text) }),
        progress(fraction, bytes) {
          const total = totalAt(weight * fraction);
          emit({ type: 'progress', id, fraction, total, ...defined({ bytes }) });
        },
        fail(failure) {
          const { message, tail } = failure;
          const whole = { id, ...failure, message: redact(message), tail: tail.map(redact) };
          emit({ type: 'failure', ...whole });
          return whole;
        },
        finish(outcome) {
          if (over) return;
          over = true;
          if (id !== INSTALL_STEP && (outcome === 'done' || outcome === 'skipped')) {
            finished += weight;
            emit({ type: 'progress', id, fraction: 1, total: totalAt(0) });
          }
          emit({ type: 'finish', id, outcome, milliseconds: now() - began });
        },
      };
    },
  };
}
