import { Semaphore } from '@writ/diagnostics/internal';
import { events, HttpError, type EventStream, type HttpRequest, type ServerSentEvent } from '@writ/http';
import type { Notifier } from '../installs/notifier.ts';
import { Histogram } from '../observe/histogram.ts';
import { followEvents } from '../installs/follow-events.ts';
import type { FindCaller } from '../security/authentication.ts';
import { watchCredential } from '../security/watch-credential.ts';
import type { Store } from '../store/store.ts';

export interface EventStreamsOptions {
  /** Maximum number of open streams. */
  readonly limit: number;
  /** Milliseconds between keep-alive comments on an idle stream. */
  readonly heartbeat: number;
  /** Milliseconds for which a client may leave data unread. */
  readonly stallTimeout: number;
  /** Finds the caller of a request, who may have lost access since it was sent. */
  readonly findCaller: FindCaller;
  /** Milliseconds between checks whether the callers of open streams still have access. */
  readonly accessCheck: number;
}

/** Creates the events of a stream, until they end or `signal` aborts. */
export type Follow = (signal: AbortSignal) => AsyncIterable<ServerSentEvent>;

/**
 * Sends server-sent events, in a limited number of streams. A stream ends with its request, and when the token or session
 * of the request is no longer valid.
 */
export interface EventStreams {
  /**
   * Streams the events of an installation after number `after` until the installation ends.
   *
   * @throws {HttpError} 503 when too many streams are open
   */
  stream(id: number, after: number, request: HttpRequest): EventStream;
  /**
   * Streams other events.
   *
   * @throws {HttpError} 503 when too many streams are open
   */
  open(request: HttpRequest, follow: Follow): EventStream;
  /** Number of open streams. */
  readonly openCount: number;
  /** Number of streams that were closed because their client did not read. */
  readonly stalledCount: number;
  /** Seconds between the time of an event and its delivery to an open stream. */
  readonly lag: Histogram;
}

/** Upper bounds in seconds of the lag of events. */
const LAG_BOUNDS: readonly number[] = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60];

export function createEventStreams(
  store: Store,
  notifier: Notifier,
  { limit, heartbeat, stallTimeout, findCaller, accessCheck }: EventStreamsOptions,
): EventStreams {
  const semaphore = new Semaphore(limit);
  let stalledCount = 0;
  const lag = new Histogram(
    'writ_event_lag_seconds',
    'Time between an event and its delivery to an open stream.',
    LAG_BOUNDS,
  );
  const onStall = (): void => void (stalledCount += 1);

  async function* limitEvents(request: HttpRequest, follow: Follow): AsyncGenerator<ServerSentEvent> {
    // Other streams may have started since `open` returned. Throw an error, because a stream that ends normally would
    // look like the end of the installation.
    if (!semaphore.tryAcquire()) throw tooManyStreamsError();
    const { signal, end } = watchCredential(request, findCaller, accessCheck);
    try {
      for await (const item of follow(signal)) {
        if (signal.aborted) return;
        yield item;
      }
    } finally {
      end();
      semaphore.release();
    }
  }

  const open = (request: HttpRequest, follow: Follow): EventStream => {
    if (semaphore.used >= limit) throw tooManyStreamsError();
    return events(limitEvents(request, follow), { heartbeat, stallTimeout, onStall });
  };

  async function* installationEvents(
    id: number,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerSentEvent> {
    const opened = Date.now();
    for await (const { number, type, data } of followEvents(store, notifier, id, { after, signal })) {
      const time = readTime(data);
      // Events from before the stream was opened were not late.
      if (time >= opened) lag.record(Math.max(0, Date.now() - time) / 1000);
      yield { id: number, event: type, data };
    }
  }

  return {
    get openCount() {
      return semaphore.used;
    },
    get stalledCount() {
      return stalledCount;
    },
    lag,
    open,
    stream: (id, after, request) => open(request, (signal) => installationEvents(id, after, signal)),
  };
}

/** Returns the time of an event in milliseconds since 1970; NaN if it has none. */
function readTime(data: string): number {
  return Date.parse(/"time":"([^"]{20,30})"/.exec(data)?.[1] ?? '');
}

function tooManyStreamsError(): HttpError {
  const headers = { 'retry-after': '5' };
  return new HttpError('unavailable', { detail: 'Too many event streams are open', headers });
}
