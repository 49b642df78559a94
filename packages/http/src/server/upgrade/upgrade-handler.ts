import type { Socket } from 'node:net';

/** A request for another protocol. The `handleUpgrade` method of `ws` accepts this form. */
export interface UpgradeRequest {
  readonly method: string;
  /** The target as sent, such as `/chat?room=1`. */
  readonly url: string;
  /** Headers by lower-case name. The values of repeated headers are joined. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The connection. Its only remaining listener ignores errors. */
  readonly socket: Socket;
}

/**
 * Takes over a connection for another protocol. The handler must send the response, such as one with status 101, and
 * finally close the socket. If the handler throws or rejects, the server logs the error and closes the socket.
 *
 * @param head the bytes that arrived after the headers
 * @param closing aborted when the server starts to close; the handler should then end the connection
 */
export type UpgradeHandler = (
  request: UpgradeRequest,
  head: Buffer,
  closing: AbortSignal,
) => void | Promise<void>;

/** Handlers by the protocol in the `Upgrade` header, in lower case. */
export type UpgradeHandlers = Readonly<Record<string, UpgradeHandler>>;
