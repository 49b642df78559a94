import type { Store } from '../store/store.ts';
import type { Notifier } from './notifier.ts';
import { hasEnded, type StoredEvent } from '../records/install.ts';

export interface FollowOptions {
  /** The number of the last event that the reader has received. */
  readonly after: number;
  readonly signal: AbortSignal;
}

/** Maximum number of events in memory for one reader, even if it is slow. */
const BATCH_SIZE = 100;

/**
 * Yields the events of one installation after number `after`, including future events, until the `end` event, until the
 * installation is deleted, or until `signal` aborts.
 *
 * Events are read from the store only as fast as the reader consumes them, so a slow reader occupies the memory of one
 * batch at most.
 */
export async function* followEvents(
  store: Store,
  notifier: Notifier,
  id: number,
  options: FollowOptions,
): AsyncGenerator<StoredEvent, void, undefined> {
  let { after } = options;
  const { signal } = options;
  const subscription = notifier.subscribe(id);
  try {
    while (!signal.aborted) {
      // Read first: an installation that had ended before the events were read has no further events.
      const install = await store.get(id);
      const events = await store.events(id, after, BATCH_SIZE);
      for (const event of events) {
        yield event;
        if (event.type === 'end' || signal.aborted) return;
        after = event.number;
      }
      if (events.length > 0) continue;
      if (install === undefined || hasEnded(install)) return;
      await subscription.wait(signal);
    }
  } finally {
    subscription.end();
  }
}
