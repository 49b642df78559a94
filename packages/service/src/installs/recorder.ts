import type { EventSink, InstallEvent } from '@writ/installer';
import type { Store } from '../store/store.ts';

export interface RecorderLimits {
  /** Log and progress events kept of one installation; what starts, finishes and fails is always kept. */
  readonly events: number;
  /** UTF-16 units of one log event. */
  readonly logText: number;
  /** How much of the whole, or else of the step, has to be done for progress to be worth an event. */
  readonly wholeStep: number;
  readonly ownStep: number;
}

export const recorderLimits: RecorderLimits = {
  events: 20_000,
  logText: 4_096,
  wholeStep: 0.002,
  ownStep: 0.02,
};

/**
 * Keeps the events of one installation, bounded, and tells `changed` after each.
 *
 * It never throws: an installation goes on when its events can no longer be kept (a full disk), and `fault` hears of it once.
 */
export function recorder(
  store: Store,
  id: number,
  changed: () => void,
  fault: (error: unknown) => void,
  limits: RecorderLimits = recorderLimits,
): EventSink {
  let kept = 0;
  let broken = false;
  let shown = { id: '', fraction: 0, total: 0 };

  const worthAnEvent = (event: InstallEvent): boolean => {
    if (event.type !== 'progress') return true;
    const sameStep = event.id === shown.id;
    const enough =
      event.total - shown.total >= limits.wholeStep ||
      event.fraction - (sameStep ? shown.fraction : 0) >= limits.ownStep ||
      (event.fraction >= 1 && !(sameStep && shown.fraction >= 1));
    if (enough) shown = event;
    return enough;
  };

  const bounded = (event: InstallEvent): InstallEvent | undefined => {
    if (event.type !== 'log' && event.type !== 'progress') return event;
    if (!worthAnEvent(event) || kept > limits.events) return undefined;
    kept += 1;
    if (kept > limits.events) {
      const text = `Further output is not kept here after ${limits.events} events.`;
      return { type: 'log', id: event.id, source: 'writ', text, number: event.number, time: event.time };
    }
    if (event.type === 'progress' || event.text.length <= limits.logText) return event;
    return { ...event, text: `${event.text.slice(0, limits.logText)} …` };
  };

  return (event) => {
    if (broken) return;
    try {
      const keep = bounded(event);
      if (keep === undefined) return;
      store.append(id, { number: keep.number, type: keep.type, data: JSON.stringify(keep) });
      changed();
    } catch (error) {
      broken = true;
      fault(error);
    }
  };
}
