import type { FetchUpgrade } from '../../contract/protocol-switch.ts';
import type { WebSocketSettings } from '../options.ts';
import type { RuntimeSocket } from './runtime-socket.ts';

/** A connection that a runtime has accepted, and the response to its handshake. */
export interface AcceptedSocket {
  readonly socket: RuntimeSocket;
  readonly response: Response;
}

/**
 * Accepts a connection with the functions of a runtime. `headers` are the response headers, and `protocol` is the
 * selected subprotocol. Throws an error that names the fix if the connection cannot be upgraded.
 */
export type AcceptSocket = (
  upgrade: FetchUpgrade,
  headers: Headers,
  protocol: string | undefined,
  settings: WebSocketSettings,
) => AcceptedSocket;
