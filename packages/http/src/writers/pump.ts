import type { RoutingContext } from '../exchange/context.ts';
import type { Chunks } from '../exchange/chunks.ts';

/** How a pump came to its end. */
export type PumpEnd = 'done' | 'cancelled';

/**
 * Writes the chunks one by one, as fast as the client takes them, until they end or the request is cancelled; then the
 * source is stopped. Fails when the source does.
 */
export async function pump<T>(
  exchange: Pick<RoutingContext, 'response' | 'signal'>,
  chunks: Chunks<T>,
  encode: (chunk: T) => string | Uint8Array,
): Promise<PumpEnd> {
  const { signal, response } = exchange;
  // One listener for all chunks: racing each against one long promise would keep them all alive.
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
      const taken = response.write(encode(next.value));
      if (taken !== undefined) {
        await new Promise<void>((resolve, reject) => {
          wake = resolve;
          taken.then(resolve, reject);
        });
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
