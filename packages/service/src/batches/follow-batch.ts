import { setTimeout as pause } from 'node:timers/promises';
import type { ServerSentEvent } from '@writ/http';
import type { Notifier } from '../installs/notifier.ts';
import { isActive, type Batch, type BatchRow, type RowState } from '../records/batch.ts';
import { BATCHES } from '../store/batches.ts';
import type { Store } from '../store/store.ts';

/** The data of a `change` event: the batch, and the rows that have changed since the last event. */
export interface BatchChange {
  readonly batch: Batch;
  readonly rows: readonly BatchRow[];
}

/** Milliseconds between the events of a stream. */
const PAUSE = 250;

/** Whether no row of a batch changes any more unless a user continues the batch. */
export function isAtRest({ state, rows }: Batch): boolean {
  const isIdle = Object.keys(rows).every((each) => !isActive({ state: each as RowState, attempts: 0 }));
  return (state === 'done' || state === 'failed' || state === 'cancelled') && isIdle;
}

/**
 * Yields the changes of a batch since a revision, including future changes, until the batch has ended, until it is
 * deleted, or until `signal` aborts. The number of an event is the revision of the batch. Several changes may be in one
 * event.
 *
 * @param after the revision that the reader knows; 0 for all rows
 */
export async function* followBatch(
  { store, notifier }: { readonly store: Pick<Store, 'batches'>; readonly notifier: Notifier },
  id: number,
  { after, signal }: { readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let last = after;
  const subscription = notifier.subscribe(BATCHES);
  try {
    while (!signal.aborted) {
      const batch = await store.batches.get(id);
      if (batch === undefined) return;
      if (batch.revision > last) {
        // Rows that have changed since the batch was read are contained in the next event, too.
        const change: BatchChange = { batch, rows: await store.batches.rows(id, last) };
        yield { id: batch.revision, event: 'change', data: JSON.stringify(change) };
        last = batch.revision;
      }
      if (isAtRest(batch)) return;
      await subscription.wait(signal);
      await pause(PAUSE, undefined, { signal, ref: false }).catch(() => undefined);
    }
  } finally {
    subscription.end();
  }
}
