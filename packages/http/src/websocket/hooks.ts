import type { WebSocketConnection } from './connection.ts';

/**
 * The functions that a WebSocket route calls for one connection. They run one after another: while one of them is
 * asynchronous, no further messages are read from the client. An error that `open`, `message` or `close` throws is
 * passed to `error`. Without `error`, it closes the connection, as does an error that `error` throws: with code 1007
 * for an invalid message, 1008 for another `HttpError` whose status is below 500, and otherwise with 1011, after the
 * error has been logged.
 */
export interface WebSocketHooks<Message = string | Uint8Array> {
  /** Called once, before the first message. */
  open?(connection: WebSocketConnection): void | Promise<void>;
  /**
   * Called for each message. Without a type for messages, a text message is a string and a binary message a
   * `Uint8Array`. With one, the message is a value of this type.
   */
  message?(connection: WebSocketConnection, message: Message): void | Promise<void>;
  /** Called once, after the connection has closed. The code is 1006 if it ended without a close frame. */
  close?(connection: WebSocketConnection, code: number, reason: string): void | Promise<void>;
  /**
   * Called for an error of another hook, and with a `ConstraintException` for an invalid message. The connection
   * remains open unless this function closes it.
   */
  error?(connection: WebSocketConnection, error: unknown): void | Promise<void>;
}
