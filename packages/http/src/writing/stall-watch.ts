import type { Transport } from '../contract/transport.ts';

/** Watches a client that may stop reading. */
export interface StallWatch {
  /** Aborted when the client has not accepted data for as long as the limit. */
  readonly signal: AbortSignal;
  /** Whether data is waiting to be sent to the client. */
  readonly isWaiting: () => boolean;
  readonly end: () => void;
}

/**
 * Number of consecutive checks without progress after which the client has stalled. Checks are counted instead of
 * milliseconds: while the event loop is blocked, no client can read, and this must not end streams.
 */
const CHECKS = 4;

/** Watches whether the client accepts data, until {@link StallWatch.end} is called. */
export function watchStall({ transport }: { readonly transport: Transport }, limit: number): StallWatch {
  const controller = new AbortController();
  let accepted: number | undefined;
  let unchanged = 0;
  const timer = setInterval(() => {
    const current = transport.acceptedBytes;
    unchanged = current !== undefined && current === accepted ? unchanged + 1 : 0;
    accepted = current;
    if (unchanged >= CHECKS) controller.abort();
  }, limit / CHECKS);
  return {
    signal: controller.signal,
    isWaiting: () => transport.acceptedBytes !== undefined,
    end: () => clearInterval(timer),
  };
}
