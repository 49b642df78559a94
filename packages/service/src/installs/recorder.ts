import type { EventSink, InstallEvent } from '@writ/installer';
import type { Store } from '../store/store.ts';
import { EventWriter, type EventWriterOptions } from './event-writer.ts';
import { toRequestWords } from '../records/request-words.ts';
import type { DroppedEvents, StoredEvent } from '../records/install.ts';

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
  /** Maximum size in bytes of the log and progress events that wait in memory to be stored; any others are lost. */
  readonly pendingBytes: number;
}

export const recorderLimits: RecorderLimits = {
  eventCount: 1_000_000,
  bytes: 64 * 1024 ** 2,
  logLength: 4_096,
  totalChange: 0.002,
  stepChange: 0.02,
  pendingBytes: 16 * 1024 ** 2,
};

/** Records the events of one installation, within limits. */
export interface Recorder {
  /** Does not throw, because an installation continues if its events cannot be recorded. */
  readonly sink: EventSink;
  /**
   * Waits until all events have been stored or lost, and returns the number and size of the events that were lost
   * because of the limits or failed writes; undefined if there are none.
   */
  finish(): Promise<DroppedEvents | undefined>;
}

/** `reportError` is called once if an event cannot be recorded. */
export interface RecorderOptions extends Omit<EventWriterOptions, 'lost'> {
  /** The number of the first event, if an earlier run of the same installation has recorded events; default: 1. */
  readonly firstNumber?: number;
}

export function createRecorder(
  store: Pick<Store, 'append'>,
  id: number,
  { firstNumber = 1, ...options }: RecorderOptions,
  limits: RecorderLimits = recorderLimits,
): Recorder {
  let recorded = 0;
  let bytes = 0;
  let isFull = false;
  let shownTotal = 0;
  /** The recorded fraction of each step; steps may run at the same time. */
  const shownFractions = new Map<string, number>();
  const dropped = { events: 0, bytes: 0 };

  const countDropped = (data: string): void => {
    dropped.events += 1;
    dropped.bytes += Buffer.byteLength(data);
  };

  const lost = (events: readonly StoredEvent[]): void => {
    for (const { data } of events) countDropped(data);
  };
  const writer = new EventWriter(store, id, { ...options, lost });

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

  const storeEvent = ({ number, type }: InstallEvent, data: string): void => {
    writer.add({ number, type, data });
  };

  const sink: EventSink = (emitted) => {
    if (!shouldRecord(emitted)) return;
    const event = { ...emitted, number: emitted.number + firstNumber - 1 };
    const data = JSON.stringify(toRecordedEvent(event, limits.logLength));
    if (event.type !== 'log' && event.type !== 'progress') {
      storeEvent(event, data);
      return;
    }
    const size = Buffer.byteLength(data);
    if (writer.pendingBytes + size > limits.pendingBytes) {
      countDropped(data);
      return;
    }
    if (!isFull && recorded < limits.eventCount && bytes + size <= limits.bytes) {
      recorded += 1;
      bytes += size;
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

  return {
    sink,
    finish: async () => {
      await writer.finish();
      return dropped.events === 0 ? undefined : { ...dropped };
    },
  };
}

function toRecordedEvent(event: InstallEvent, longest: number): InstallEvent {
  if (event.type === 'failure') return toRequestWords(event);
  if (event.type !== 'log' || event.text.length <= longest) return event;
  return { ...event, text: `${event.text.slice(0, longest)} …` };
}
