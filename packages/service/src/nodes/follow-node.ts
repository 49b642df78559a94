import type { ServerSentEvent } from '@writ/http';
import type { Nodes } from '../store/nodes/nodes.ts';
import type { Notifier } from '../installs/notifier.ts';

/** The events that a reader wants. */
export interface FollowNodeOptions {
  readonly id: number;
  readonly run: number;
  /** The number of the last event that the reader has received. */
  readonly after: number;
  readonly signal: AbortSignal;
}

/** Maximum number of events in memory for one reader, even if it is slow. */
const BATCH_SIZE = 100;

/**
 * Yields the events of a run, including future events, until the run ends, the node is released or starts another run, or
 * `signal` aborts. The history of a node, run 0, ends only with the node.
 */
export async function* followNode(
  nodes: Nodes,
  notifier: Notifier,
  { id, run, after, signal }: FollowNodeOptions,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let last = after;
  const subscription = notifier.subscribe(id);
  try {
    while (!signal.aborted) {
      // Read first: a run that had ended before the events were read has no further events.
      const node = await nodes.get(id);
      const events = await nodes.events(id, run, last, BATCH_SIZE);
      for (const { number, type, data } of events) {
        yield { id: number, event: type, data };
        if ((run > 0 && type === 'end') || signal.aborted) return;
        last = number;
      }
      if (events.length > 0) continue;
      if (node === undefined || (run > 0 && (node.run !== run || node.work === undefined))) return;
      await subscription.wait(signal);
    }
  } finally {
    subscription.end();
  }
}
