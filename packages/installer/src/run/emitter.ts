import { phrasesOf, textOf } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { EventSink, Failure, FailureDetails, InstallEvent } from './event.ts';

/** An event without its number and its time. */
type Unnumbered<E> = E extends unknown ? Omit<E, 'number' | 'time'> : never;

/** Starts steps, emits numbered events about them, and tracks the total progress. */
export interface Emitter {
  start(step: { id: string; title: string; stage: string; weight: number }): Step;
  /** Sets the total weight of the remaining steps. */
  expectWeight(weight: number): void;
  log(text: string): void;
}

/** A running step. */
export interface Step {
  log(text: string, source?: 'stdout' | 'stderr' | 'writ'): void;
  progress(fraction: number, bytes?: { done: number; total: number }): void;
  fail(failure: FailureDetails): Failure;
  finish(outcome: 'done' | 'skipped' | 'failed' | 'interrupted'): void;
}

/** The step for the whole installation, which is the parent of all other steps. */
export const INSTALL_STEP = 'install';

/**
 * @param redact applied to titles, log lines, and the messages and output of failures, because even a custom
 * command may contain a password
 */
export function createEmitter(
  sink: EventSink | undefined,
  redact: (text: string) => string = (text) => text,
  now: () => number = Date.now,
): Emitter {
  let number = 0;
  let expected = 0;
  let finished = 0;
  let highest = 0;
  /** The completed part of each running step's weight. Several steps may run at the same time. */
  const running = new Map<string, number>();
  const emit = (event: Unnumbered<InstallEvent>): void => {
    number += 1;
    sink?.({ number, time: new Date(now()).toISOString(), ...event } as InstallEvent);
  };
  const updateTotal = (): number => {
    const completed = [...running.values()].reduce((sum, part) => sum + part, finished);
    if (expected > 0) highest = Math.max(highest, Math.min(1, completed / expected));
    return highest;
  };
  return {
    expectWeight: (weight) => (expected = finished + weight),
    log: (text) => emit({ type: 'log', id: INSTALL_STEP, source: 'writ', text: redact(text) }),
    start({ id, title, stage, weight }) {
      const startedAt = now();
      let isFinished = false;
      const parent = id === INSTALL_STEP ? {} : { parent: INSTALL_STEP };
      emit({ type: 'start', id, ...parent, title: redact(title), stage, weight });
      return {
        log: (text, source = 'writ') => emit({ type: 'log', id, source, text: redact(text) }),
        progress(fraction, bytes) {
          running.set(id, weight * fraction);
          emit({ type: 'progress', id, fraction, total: updateTotal(), ...defined({ bytes }) });
        },
        fail({ next, ...failure }) {
          const { message, tail } = failure;
          const complete = {
            id,
            ...failure,
            message: redact(message),
            tail: tail.map(redact),
            next: textOf(next),
            ...phrasesOf({ next }),
          };
          emit({ type: 'failure', ...complete });
          return complete;
        },
        finish(outcome) {
          if (isFinished) return;
          isFinished = true;
          running.delete(id);
          if (id !== INSTALL_STEP && (outcome === 'done' || outcome === 'skipped')) {
            finished += weight;
            emit({ type: 'progress', id, fraction: 1, total: updateTotal() });
          }
          emit({ type: 'finish', id, outcome, milliseconds: now() - startedAt });
        },
      };
    },
  };
}
