import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a promise settles, at most `limit` milliseconds and until `signal` aborts. */
export async function waitFor(promise: Promise<unknown>, limit: number, signal: AbortSignal): Promise<void> {
  const settled = new AbortController();
  const expired = pause(limit, undefined, { signal: AbortSignal.any([signal, settled.signal]) });
  await Promise.race([promise, expired]).catch(() => undefined);
  settled.abort();
  await expired.catch(() => undefined);
}
