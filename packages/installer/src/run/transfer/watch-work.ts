import { defined } from '@writ/diagnostics/internal';

/** Milliseconds. */
const INTERVAL = 500;

/** The result of the work, and the reason if the work was aborted. */
export interface WatchedResult<T> {
  readonly result: T;
  readonly stopReason?: string;
}

/**
 * Runs work that writes files, and checks the files during the work.
 *
 * @param work receives a signal that is aborted with the caller's signal, or for a reason to stop
 * @param reasonToStop called repeatedly, each time after the previous call has ended; if it returns a reason,
 * the work is aborted. Its errors are ignored.
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
  let checking: Promise<void> | undefined;
  const timer = setInterval(() => {
    checking ??= check()
      .catch(() => undefined)
      .finally(() => (checking = undefined));
  }, INTERVAL);
  try {
    const result = await work(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]));
    return { result, ...defined({ stopReason }) };
  } finally {
    clearInterval(timer);
    await checking;
  }
}
