import { Semaphore } from '@writ/diagnostics/internal';
import { events, HttpError, type EventStream, type ServerSentEvent } from '@writ/http';
import type { Changes } from '../installs/changes.ts';
import { follow } from '../installs/follow.ts';
import type { Store } from '../store/store.ts';

export interface EventStreamsOptions {
  /** How many may be open at once. */
  readonly limit: number;
  /** Milliseconds between signs of life on a silent stream. */
  readonly heartbeat: number;
}

/** The events of installations as server-sent events. */
export interface EventStreams {
  /**
   * The events behind number `after`, until the installation ends or `signal` aborts.
   *
   * @throws {HttpError} 503 when too many are open
   */
  of(id: number, after: number, signal: AbortSignal): EventStream;
  /** How many are open. */
  readonly open: number;
}

export function createEventStreams(
  store: Store,
  changes: Changes,
  { limit, heartbeat }: EventStreamsOptions,
): EventStreams {
  const semaphore = new Semaphore(limit);

  async function* counted(id: number, after: number, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    // Others may have begun since it was offered; a stream that only ended would look like the end of the installation.
    if (!semaphore.tryAcquire()) throw tooManyStreams();
    try {
      for await (const { number, type, data } of follow(store, changes, id, { after, signal })) {
        yield { id: number, event: type, data };
      }
    } finally {
      semaphore.release();
    }
  }

  return {
    get open() {
      return semaphore.used;
    },
    of: (id, after, signal) => {
      if (semaphore.used >= limit) throw tooManyStreams();
      return events(counted(id, after, signal), { heartbeat });
    },
  };
}

function tooManyStreams(): HttpError {
  const headers = { 'retry-after': '5' };
  return new HttpError('unavailable', { detail: 'Too many event streams are open', headers });
}
