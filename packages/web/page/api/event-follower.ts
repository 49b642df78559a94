import type { InstallEvent } from './answers.ts';
import { eventReader } from './event-stream.ts';
import { Problem } from './problem.ts';
import { readPieces, service } from './requests.ts';

/** Milliseconds that events may take in one browser task, so that painting and input are not delayed. */
const TASK_LIMIT = 25;
/** Milliseconds before the first attempt to reconnect, and the maximum between attempts. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 10_000;
/**
 * Milliseconds without data after which a connection counts as lost, for example because the machine has slept. The
 * service sends a comment every 15 seconds.
 */
const SILENCE_LIMIT = 45_000;

/** A stream of events, and the functions that are called with them. */
export interface StreamFollower<Event> {
  /** Requests the events after a number. */
  readonly open: (after: number, signal: AbortSignal) => Promise<OpenedStream>;
  /** The number of the event after which events are received; 0 for all. */
  readonly after: number;
  /** Called with each event. Returns whether it is the last one. */
  readonly onEvent: (event: Event, type: string) => boolean;
  /** Called when the connection is established or lost. */
  readonly onConnection: (connected: boolean) => void;
}

interface OpenedStream {
  readonly data?: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined;
  readonly response: Response;
}

/** Receives the events of an installation. */
export type EventFollower = Pick<StreamFollower<InstallEvent>, 'after' | 'onConnection'> & {
  /** Called with each event. */
  readonly onEvent: (event: InstallEvent) => void;
};

/**
 * Follows an installation until its `end` event, or until the signal is aborted.
 *
 * @throws {Problem} when the service refuses the request with a status below 500
 */
export function followEvents(
  id: number,
  { onEvent, ...follower }: EventFollower,
  signal: AbortSignal,
): Promise<void> {
  return followStream<InstallEvent>(
    {
      ...follower,
      open: (last, ended) => {
        const params = { path: { id }, header: { 'Last-Event-ID': last } };
        return service().GET('/api/installs/{id}/events', { params, parseAs: 'stream', signal: ended });
      },
      onEvent: (event, type) => {
        onEvent(event);
        return type === 'end';
      },
    },
    signal,
  );
}

/**
 * Follows a stream until its last event, until the service has no further events, or until the signal is aborted. After
 * a lost connection or a server error, reconnects and continues after the last event.
 *
 * @throws {Problem} when the service refuses the request with a status below 500
 */
export async function followStream<Event>(
  { open, after, onEvent, onConnection }: StreamFollower<Event>,
  signal: AbortSignal,
): Promise<void> {
  let last = after;
  for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE)) {
    const silence = new SilenceTimer();
    try {
      const { data, response } = await open(last, AbortSignal.any([signal, silence.signal]));
      onConnection(true);
      if (response.status === 204 || !data) return;
      const read = eventReader();
      let since = performance.now();
      for await (const piece of readPieces(data)) {
        silence.restart();
        for (const event of read(piece)) {
          pause = FIRST_PAUSE;
          last = Number(event.id);
          if (onEvent(JSON.parse(event.data) as Event, event.type)) return;
          if (performance.now() - since < TASK_LIMIT) continue;
          await nextTask();
          if (signal.aborted) return;
          since = performance.now();
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.status < 500) throw error;
    } finally {
      silence.stop();
    }
    onConnection(false);
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
}

/** Aborts its signal after `SILENCE_LIMIT` without a restart. */
class SilenceTimer {
  readonly #silence = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#silence.signal;
  }

  restart(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#silence.abort(), SILENCE_LIMIT);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Waits for the next task. `scheduler.yield` resumes before timers, but not every browser supports it. */
function nextTask(): Promise<unknown> {
  const { scheduler } = globalThis as { readonly scheduler?: { readonly yield?: () => Promise<void> } };
  return (
    scheduler?.yield?.() ??
    new Promise((resolve) => {
      setTimeout(resolve);
    })
  );
}
