import type { Socket } from 'node:net';
import { splitAnswers, type Answer } from './answers.ts';

/** All data that a server has sent over one connection. */
export interface Conversation {
  /** The responses, or undefined if {@link received} is not a sequence of responses. */
  readonly answers: readonly Answer[] | undefined;
  readonly received: string;
  /** Whether the server left the connection open until the client ended it. */
  readonly open: boolean;
}

/**
 * Number of turns of the event loop without data after which a server has no more data to send, because its handlers
 * are waiting only for the connection.
 */
const QUIET_TURNS = 10;

/**
 * Number of turns of the event loop after each part, in which the client can detect that the server is closing the
 * connection. If the client wrote more data, it would lose the response.
 */
const PART_TURNS = 3;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends the parts one by one over a new connection, waits for all responses and ends the connection. */
export async function converse(socket: Socket, parts: readonly Buffer[]): Promise<Conversation> {
  let received = '';
  let closed = false;
  let quiet = 0;
  socket.setEncoding('latin1');
  socket.setNoDelay();
  socket.on('data', (text: string) => {
    received += text;
    quiet = 0;
  });
  socket.on('end', () => (closed = true));
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      closed = true;
      resolve();
    });
  });
  // A server that refuses a stream may close the connection while the client is still sending.
  socket.on('error', () => {});
  for (const part of parts) {
    if (closed) break;
    socket.write(part);
    for (let turn = 0; turn < PART_TURNS; turn += 1) await nextTurn();
  }
  for (; quiet < QUIET_TURNS; quiet += 1) await nextTurn();
  const open = !closed;
  socket.end();
  const overdue = setTimeout(
    () => socket.destroy(new Error('the server did not close the connection')),
    30_000,
  );
  await ended;
  clearTimeout(overdue);
  return { answers: splitAnswers(received), received, open };
}
