import type { IncomingMessage } from 'node:http';
import { UnreadBody } from './unread-body.ts';

/**
 * Reads and discards the rest of a body, and calls `onEnd` at its end. Closes the connection if the rest exceeds the
 * limits of {@link UnreadBody}.
 */
export function drainUnreadBody(request: IncomingMessage, onEnd: () => void): void {
  const { socket } = request;
  // A destroyed socket emits no further events.
  if (socket.destroyed) return;
  const rest = new UnreadBody(() => void socket.destroy());
  rest.start();
  request.on('data', (chunk: Uint8Array) => rest.receive(chunk));
  request.once('end', onEnd);
  request.once('close', () => rest.end());
  request.on('error', () => {});
  request.resume();
}
