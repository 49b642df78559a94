import { defined } from '@writ/diagnostics/internal';

/** Milliseconds. */
const INTERVAL = 500;

/** The result of the work, and why it was aborted before it was complete. */
export interface WatchedResult<T> {
  readonly result: T;
  readonly stopReason?: string;
}

/**
 * Runs work that writes files, and checks the files meanwhile.
 *
 * @param work receives a signal that aborts it: on a reason to stop, or with the caller's own signal
 * @param reasonToStop called repeatedly; the reason that it returns aborts the work
 */
export async function watchWork<T>(
  work: (signal: AbortSignal) => Promise<T>,
  reasonToStop: () => Promise<string | undefined>,
  signal: AbortSignal | undefined,
): Promise<WatchedResult<T>> {
  const stop = new AbortController();
  let stopReason: string | undefined;
  const check = async (): Promise<void> => {
    const reason = await reasonToStop();
    if (reason === undefined || stop.signal.aborted) return;
    stopReason = reason;
    stop.abort();
  };
  let checking = Promise.resolve();
  const timer = setInterval(() => (checking = check().catch(() => undefined)), INTERVAL);
  try {
    const result = await work(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]));
    return { result, ...defined({ stopReason }) };
  } finally {
    clearInterval(timer);
    await checking;
  }
}
