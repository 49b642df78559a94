/** Milliseconds for requests in flight to finish after a shutdown request. */
export const DRAIN_LIMIT = 10_000;

/** Milliseconds that a process has to stop before it is killed: first for its requests, then for its stop hooks. */
export const STOP_LIMIT: number = DRAIN_LIMIT + 13_000;
