import type { IncomingMessage } from 'node:http';

/** Limits for reading the rest of a body after the response. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 2_000;

/**
 * Reads and discards the rest of a body. Closes the connection if the rest exceeds the limits. If the connection were
 * closed immediately, a client that is still sending would not receive the response, such as 401 or 413.
 */
export function drainUnreadBody(request: IncomingMessage, onEnd: () => void): void {
  const { socket } = request;
  // A destroyed socket emits no further events.
  if (socket.destroyed) return;
  let remaining = MAX_BYTES;
  const destroySocket = (): void => void socket.destroy();
  const timer = setTimeout(destroySocket, MAX_MS).unref();
  request.on('data', (chunk: Uint8Array) => {
    remaining -= chunk.byteLength;
    if (remaining < 0) destroySocket();
  });
  request.once('end', onEnd);
  request.once('close', () => clearTimeout(timer));
  request.on('error', () => {});
  request.resume();
}
