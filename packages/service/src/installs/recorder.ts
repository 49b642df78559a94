import type { EventSink, InstallEvent } from '@writ/installer';
import type { Store } from '../store/store.ts';
import type { DroppedEvents } from '../records/install.ts';

export interface RecorderLimits {
  /** Log and progress events recorded of one installation; what starts, finishes and fails is always recorded. */
  readonly eventCount: number;
  /** Bytes of them. */
  readonly bytes: number;
  /** UTF-16 units of one log event. */
  readonly logLength: number;
  /** How much of the whole, or else of the step, has to be done for progress to be worth an event. */
  readonly totalChange: number;
  readonly stepChange: number;
}

export const recorderLimits: RecorderLimits = {
  eventCount: 20_000,
  bytes: 64 * 1024 ** 2,
  logLength: 4_096,
  totalChange: 0.002,
  stepChange: 0.02,
};

/** Records the events of one installation, bounded. */
export interface Recorder {
  /** Never throws: an installation goes on when its events cannot be recorded. */
  readonly sink: EventSink;
  /** What of its output was not recorded; undefined when all was. */
  dropped(): DroppedEvents | undefined;
}

/**
 * @param changed is called after each event that was recorded
 * @param fault hears once that events cannot be recorded (a full disk); each further one is tried all the same
 */
export function createRecorder(
  store: Pick<Store, 'append'>,
  id: number,
  changed: () => void,
  fault: (error: unknown) => void,
  limits: RecorderLimits = recorderLimits,
): Recorder {
  let recorded = 0;
  let bytes = 0;
  let full = false;
  let faulty = false;
  let shown = { id: '', fraction: 0, total: 0 };
  const dropped = { events: 0, bytes: 0 };

  const shouldRecord = (event: InstallEvent): boolean => {
    if (event.type !== 'progress') return true;
    const sameStep = event.id === shown.id;
    const enough =
      event.total - shown.total >= limits.totalChange ||
      event.fraction - (sameStep ? shown.fraction : 0) >= limits.stepChange ||
      (event.fraction >= 1 && !(sameStep && shown.fraction >= 1));
    if (enough) shown = event;
    return enough;
  };

  const drop = (data: string): void => {
    dropped.events += 1;
    dropped.bytes += Buffer.byteLength(data);
  };

  const append = (event: InstallEvent, data: string): void => {
    try {
      store.append(id, { number: event.number, type: event.type, data });
      changed();
    } catch (error) {
      drop(data);
      if (!faulty) fault(error);
      faulty = true;
    }
  };

  const sink: EventSink = (event) => {
    if (!shouldRecord(event)) return;
    const data = JSON.stringify(truncateLog(event, limits.logLength));
    if (event.type !== 'log' && event.type !== 'progress') {
      append(event, data);
      return;
    }
    if (!full && recorded < limits.eventCount && bytes + Buffer.byteLength(data) <= limits.bytes) {
      recorded += 1;
      bytes += Buffer.byteLength(data);
      append(event, data);
      return;
    }
    drop(data);
    if (full) return;
    full = true;
    const { id: step, number, time } = event;
    const text = 'Further output is not recorded: there is too much of it.';
    append(event, JSON.stringify({ type: 'log', id: step, source: 'writ', text, number, time }));
  };

  return { sink, dropped: () => (dropped.events === 0 ? undefined : { ...dropped }) };
}

function truncateLog(event: InstallEvent, longest: number): InstallEvent {
  if (event.type !== 'log' || event.text.length <= longest) return event;
  return { ...event, text: `${event.text.slice(0, longest)} …` };
}
