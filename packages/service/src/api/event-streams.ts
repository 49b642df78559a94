import { Semaphore } from '@writ/diagnostics/internal';
import { events, HttpError, type EventStream, type ServerSentEvent } from '@writ/http';
import type { Notifier } from '../installs/notifier.ts';
import { followEvents } from '../installs/follow-events.ts';
import type { Store } from '../store/store.ts';

export interface EventStreamsOptions {
  /** Maximum number of open streams. */
  readonly limit: number;
  /** Milliseconds between keep-alive comments on an idle stream. */
  readonly heartbeat: number;
  /** Milliseconds for which a client may leave data unread. */
  readonly stallTimeout: number;
}

/** Sends server-sent events, in a limited number of streams. */
export interface EventStreams {
  /**
   * Streams the events of an installation after number `after` until the installation ends or `signal` aborts.
   *
   * @throws {HttpError} 503 when too many streams are open
   */
  stream(id: number, after: number, signal: AbortSignal): EventStream;
  /**
   * Streams other events.
   *
   * @throws {HttpError} 503 when too many streams are open
   */
  open(items: AsyncIterable<ServerSentEvent>): EventStream;
  /** Number of open streams. */
  readonly openCount: number;
  /** Number of streams that were closed because their client did not read. */
  readonly stalledCount: number;
}

export function createEventStreams(
  store: Store,
  notifier: Notifier,
  { limit, heartbeat, stallTimeout }: EventStreamsOptions,
): EventStreams {
  const semaphore = new Semaphore(limit);
  let stalledCount = 0;
  const onStall = (): void => void (stalledCount += 1);

  async function* limitEvents(items: AsyncIterable<ServerSentEvent>): AsyncGenerator<ServerSentEvent> {
    // Other streams may have started since `open` returned. Throw an error, because a stream that ends normally would
    // look like the end of the installation.
    if (!semaphore.tryAcquire()) throw tooManyStreamsError();
    try {
      yield* items;
    } finally {
      semaphore.release();
    }
  }

  const open = (items: AsyncIterable<ServerSentEvent>): EventStream => {
    if (semaphore.used >= limit) throw tooManyStreamsError();
    return events(limitEvents(items), { heartbeat, stallTimeout, onStall });
  };

  async function* installationEvents(
    id: number,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerSentEvent> {
    for await (const { number, type, data } of followEvents(store, notifier, id, { after, signal })) {
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
    open,
    stream: (id, after, signal) => open(installationEvents(id, after, signal)),
  };
}

function tooManyStreamsError(): HttpError {
  const headers = { 'retry-after': '5' };
  return new HttpError('unavailable', { detail: 'Too many event streams are open', headers });
}
