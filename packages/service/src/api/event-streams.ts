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
}

/** Sends the events of installations as server-sent events. */
export interface EventStreams {
  /**
   * Streams the events after number `after` until the installation ends or `signal` aborts.
   *
   * @throws {HttpError} 503 when too many streams are open
   */
  stream(id: number, after: number, signal: AbortSignal): EventStream;
  /** Number of open streams. */
  readonly openCount: number;
}

export function createEventStreams(
  store: Store,
  notifier: Notifier,
  { limit, heartbeat }: EventStreamsOptions,
): EventStreams {
  const semaphore = new Semaphore(limit);

  async function* limitedEvents(
    id: number,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerSentEvent> {
    // Other streams may have started since the response was returned. Throw an error, because a stream that ends
    // normally would look like the end of the installation.
    if (!semaphore.tryAcquire()) throw tooManyStreamsError();
    try {
      for await (const { number, type, data } of followEvents(store, notifier, id, { after, signal })) {
        yield { id: number, event: type, data };
      }
    } finally {
      semaphore.release();
    }
  }

  return {
    get openCount() {
      return semaphore.used;
    },
    stream: (id, after, signal) => {
      if (semaphore.used >= limit) throw tooManyStreamsError();
      return events(limitedEvents(id, after, signal), { heartbeat });
    },
  };
}

function tooManyStreamsError(): HttpError {
  const headers = { 'retry-after': '5' };
  return new HttpError('unavailable', { detail: 'Too many event streams are open', headers });
}
