import { bodyTooLarge, bodyTooSlow } from '../errors/body-errors.ts';
import type { Deadlines } from './deadlines.ts';

/**
 * Reads the body of a Request that has a Content-Length, with a size limit and a time limit. Reading the body as a
 * stream would take several times as long on Bun and Deno. The runtime's server rejects a body whose length differs
 * from its Content-Length. `onGone` is called if reading fails, as it does if the client disconnects before the end of
 * the body.
 */
export function readWholeBody(
  request: Request,
  limit: number,
  time: number,
  deadlines: Deadlines,
  onGone: () => void,
): Promise<Uint8Array> {
  // Not `Promise.withResolvers`, which takes twice as long on Bun.
  return new Promise((resolve, reject) => {
    const deadline = { time, expiresAt: 0, expire: () => reject(bodyTooSlow(time)) };
    deadlines.add(deadline);
    request.bytes().then(
      (bytes) => {
        deadlines.delete(deadline);
        return bytes.byteLength > limit ? reject(bodyTooLarge(limit)) : resolve(bytes);
      },
      (error: unknown) => {
        deadlines.delete(deadline);
        onGone();
        reject(error as Error);
      },
    );
  });
}
