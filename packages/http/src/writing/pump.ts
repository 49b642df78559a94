import type { RoutingContext } from '../contract/context.ts';
import type { Chunks } from '../protocol/chunks.ts';

/** Number of milliseconds for which a client may stop reading, before the source, such as an open file, is released. */
const STALL_TIMEOUT = 60_000;

/** The outcome of a pump. */
export type PumpEnd = 'done' | 'cancelled';

/**
 * Writes chunks one after another, as fast as the client reads, until the source ends or the request is cancelled. If
 * the request is cancelled, stops the source. Rejects if the source fails or the client does not read for a minute.
 */
export async function pump<T>(
  exchange: Pick<RoutingContext, 'response' | 'signal'>,
  chunks: Chunks<T>,
  encode: (chunk: T) => string | Uint8Array,
): Promise<PumpEnd> {
  const { signal, response } = exchange;
  // All chunks share one listener: racing each chunk against one long-lived promise would retain all chunks in memory.
  let wake = (): void => {};
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T, unknown> | undefined>((resolve, reject) => {
        wake = () => resolve(undefined);
        chunks.next().then(resolve, reject);
      });
      if (next === undefined) break;
      if (next.done) return 'done';
      const drained = response.write(encode(next.value));
      if (drained !== undefined) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve, reject) => {
          wake = resolve;
          timer = setTimeout(
            () => reject(new Error(`the client read nothing for ${STALL_TIMEOUT} ms`)),
            STALL_TIMEOUT,
          );
          drained.then(resolve, reject);
        }).finally(() => clearTimeout(timer));
      }
    }
    chunks.stop();
    return 'cancelled';
  } catch (error) {
    chunks.stop();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
