import type { IncomingMessage } from 'node:http';

/** What is still read of a request that was answered before its body had arrived. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 2_000;

/**
 * Reads and drops the rest of a body; past a bound it closes the connection. Closing at once would make
 * the client's system throw away the answer (413, 401 …) that it has not read yet, because it is still sending.
 */
export function drainUnreadBody(request: IncomingMessage, onEnd: () => void): void {
  const { socket } = request;
  // Nothing will come any more that would end the wait.
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
