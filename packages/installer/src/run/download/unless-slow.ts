import { rateWatch, type LeastRate } from './least-rate.ts';

const INTERVAL = 500;

/**
 * What the work gives, and whether it was told to end because too little arrived.
 *
 * @param work gets a signal that ends it: this one, or the caller's own
 * @param arrived bytes by now; asked again and again meanwhile
 */
export async function unlessSlow<T>(
  work: (signal: AbortSignal) => Promise<T>,
  arrived: () => Promise<number>,
  rate: LeastRate,
  signal: AbortSignal | undefined,
): Promise<{ readonly given: T; readonly slow: boolean }> {
  const isSlow = rateWatch(rate);
  const slow = new AbortController();
  const look = async (): Promise<void> => {
    if (isSlow(await arrived())) slow.abort();
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => (looking = look().catch(() => undefined)), INTERVAL);
  try {
    const given = await work(signal === undefined ? slow.signal : AbortSignal.any([signal, slow.signal]));
    return { given, slow: slow.signal.aborted };
  } finally {
    clearInterval(timer);
    await looking;
  }
}
