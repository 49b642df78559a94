import type { IncomingMessage } from 'node:http';

/** Limits for reading the rest of a body whose request was already answered. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 2_000;

/**
 * Reads and drops the rest of a body; beyond the limits it closes the connection. If the connection were closed
 * immediately, a client that is still sending would lose the response (413, 401 …) before reading it.
 */
export function drainUnreadBody(request: IncomingMessage, onEnd: () => void): void {
  const { socket } = request;
  // No further event would arrive.
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
