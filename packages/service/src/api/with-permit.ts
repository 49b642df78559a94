import type { Semaphore } from '@writ/diagnostics/internal';
import { HttpError } from '@writ/http';

/** Seconds after which a client may repeat a request that was refused. */
const RETRY_AFTER = 10;

/**
 * Runs work of which only a limited number may run at the same time.
 *
 * @param detail what there is too much of, for the client
 * @throws {HttpError} 503 when no permit is free
 */
export async function withPermit<T>(permits: Semaphore, detail: string, work: () => Promise<T>): Promise<T> {
  if (!permits.tryAcquire())
    throw new HttpError('unavailable', { detail, headers: { 'retry-after': String(RETRY_AFTER) } });
  try {
    return await work();
  } finally {
    permits.release();
  }
}
