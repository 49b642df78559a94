import { defined } from '@writ/diagnostics/internal';
const INTERVAL = 500;

/** What work gave, and why it was ended before it was done. */
export interface WatchedResult<T> {
  readonly result: T;
  readonly stopReason?: string;
}

/**
 * Does work that writes files, and looks at them meanwhile.
 *
 * @param work gets a signal that ends it: this one, or the caller's own
 * @param reasonToStop called again and again meanwhile; what it gives ends the work
 */
export async function watchWork<T>(
  work: (signal: AbortSignal) => Promise<T>,
  reasonToStop: () => Promise<string | undefined>,
  signal: AbortSignal | undefined,
): Promise<WatchedResult<T>> {
  const stop = new AbortController();
  let stopped: string | undefined;
  const look = async (): Promise<void> => {
    const reason = await reasonToStop();
    if (reason === undefined || stop.signal.aborted) return;
    stopped = reason;
    stop.abort();
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => (looking = look().catch(() => undefined)), INTERVAL);
  try {
    const given = await work(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]));
    return { result: given, ...defined({ stopped }) };
  } finally {
    clearInterval(timer);
    await looking;
  }
}
