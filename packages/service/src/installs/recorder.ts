import type { EventSink, InstallEvent } from '@writ/installer';
import type { Store } from '../store/store.ts';
import { toRequestWords } from '../records/request-words.ts';
import type { DroppedEvents } from '../records/install.ts';

export interface RecorderLimits {
  /** Maximum number of log and progress events of one installation; other events are always recorded. */
  readonly eventCount: number;
  /** Maximum size of these events in bytes. */
  readonly bytes: number;
  /** Maximum length of the text of a log event in UTF-16 code units; the rest is left out. */
  readonly logLength: number;
  /** Advance of the whole installation (0 to 1) after which a progress event is recorded. */
  readonly totalChange: number;
  /** Advance of a step (0 to 1) after which a progress event is recorded; the end of a step is always recorded. */
  readonly stepChange: number;
}

export const recorderLimits: RecorderLimits = {
  eventCount: 1_000_000,
  bytes: 64 * 1024 ** 2,
  logLength: 4_096,
  totalChange: 0.002,
  stepChange: 0.02,
};

/** Records the events of one installation, within limits. */
export interface Recorder {
  /** Does not throw, because an installation continues if its events cannot be recorded. */
  readonly sink: EventSink;
  /**
   * Returns the number and size of the events that were lost because of the limits or failed writes; undefined if there
   * are none.
   */
  dropped(): DroppedEvents | undefined;
}

/**
 * @param changed called after each recorded event
 * @param reportError called once if an event cannot be recorded, for example on a full disk; later events are still
 * attempted
 */
export function createRecorder(
  store: Pick<Store, 'append'>,
  id: number,
  changed: () => void,
  reportError: (error: unknown) => void,
  limits: RecorderLimits = recorderLimits,
): Recorder {
  let recorded = 0;
  let bytes = 0;
  let isFull = false;
  let hasFailed = false;
  let shownTotal = 0;
  /** The recorded fraction of each step; steps may run at the same time. */
  const shownFractions = new Map<string, number>();
  const dropped = { events: 0, bytes: 0 };

  const shouldRecord = (event: InstallEvent): boolean => {
    if (event.type !== 'progress') return true;
    const { id: step, fraction, total } = event;
    const shownFraction = shownFractions.get(step) ?? 0;
    const isVisible =
      total - shownTotal >= limits.totalChange ||
      fraction - shownFraction >= limits.stepChange ||
      (fraction >= 1 && shownFraction < 1);
    if (isVisible) {
      shownTotal = total;
      shownFractions.set(step, fraction);
    }
    return isVisible;
  };

  const countDropped = (data: string): void => {
    dropped.events += 1;
    dropped.bytes += Buffer.byteLength(data);
  };

  const storeEvent = (event: InstallEvent, data: string): void => {
    try {
      store.append(id, { number: event.number, type: event.type, data });
      changed();
    } catch (error) {
      countDropped(data);
      if (!hasFailed) reportError(error);
      hasFailed = true;
    }
  };

  const sink: EventSink = (event) => {
    if (!shouldRecord(event)) return;
    const data = JSON.stringify(toRecordedEvent(event, limits.logLength));
    if (event.type !== 'log' && event.type !== 'progress') {
      storeEvent(event, data);
      return;
    }
    if (!isFull && recorded < limits.eventCount && bytes + Buffer.byteLength(data) <= limits.bytes) {
      recorded += 1;
      bytes += Buffer.byteLength(data);
      storeEvent(event, data);
      return;
    }
    countDropped(data);
    if (isFull) return;
    isFull = true;
    const { id: step, number, time } = event;
    const text = 'The output exceeds the limit; the rest is not recorded.';
    storeEvent(event, JSON.stringify({ type: 'log', id: step, source: 'writ', text, number, time }));
  };

  return { sink, dropped: () => (dropped.events === 0 ? undefined : { ...dropped }) };
}

function toRecordedEvent(event: InstallEvent, longest: number): InstallEvent {
  if (event.type === 'failure') return toRequestWords(event);
  if (event.type !== 'log' || event.text.length <= longest) return event;
  return { ...event, text: `${event.text.slice(0, longest)} …` };
}
