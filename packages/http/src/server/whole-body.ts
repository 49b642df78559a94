import { bodyTooLarge, bodyTooSlow } from '../errors/body-errors.ts';
import type { Deadlines } from './deadlines.ts';

interface WholeBodyLimits {
  /** The maximum size in bytes. */
  readonly size: number;
  /** The maximum time in milliseconds. */
  readonly time: number;
}

/**
 * Reads the body of a Request that has a Content-Length, with a size limit and a time limit. Reading the body as a
 * stream would take several times as long on Bun and Deno. The runtime's server rejects a body whose length differs
 * from its Content-Length. Calls one of the functions once, because another promise would cost more. `isGone` is true
 * if reading fails, as it does if the client disconnects before the end of the body.
 */
export function readWholeBody(
  request: Request,
  { size, time }: WholeBodyLimits,
  deadlines: Deadlines,
  onBytes: (bytes: Uint8Array) => void,
  onFailure: (error: unknown, isGone: boolean) => void,
): void {
  let isExpired = false;
  const expire = (): void => {
    isExpired = true;
    onFailure(bodyTooSlow(time), false);
  };
  const deadline = { time, expiresAt: 0, expire };
  const onRead = (bytes: Uint8Array): void => {
    if (isExpired) return;
    deadlines.delete(deadline);
    if (bytes.byteLength > size) onFailure(bodyTooLarge(size), false);
    else onBytes(bytes);
  };
  const onError = (error: unknown): void => {
    if (isExpired) return;
    deadlines.delete(deadline);
    onFailure(error, true);
  };
  deadlines.add(deadline);
  void request.bytes().then(onRead, onError);
}
