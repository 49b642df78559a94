import type { UpgradeRequest } from '../../contract/upgrade-request.ts';

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
