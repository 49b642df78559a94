import type { FetchUpgrade } from '../contract/protocol-switch.ts';
import type { Deadlines } from './deadlines.ts';
import { FetchTransport } from './fetch-transport.ts';

/** A transport for a WebSocket handshake in a fetch handler whose runtime can accept it. */
export class FetchUpgradeTransport extends FetchTransport {
  readonly upgrade: FetchUpgrade;

  /**
   * @param server the second argument of the fetch handler
   * @param closing aborted when the router is closed
   */
  constructor(request: Request, deadlines: Deadlines, server: unknown, closing: AbortSignal | undefined) {
    super(request, deadlines);
    this.upgrade = { request, server, closing, respond: (response) => this.respond(response) };
  }
}

/** Whether the runtime has a function that accepts the WebSocket connections of a fetch handler. */
const CAN_UPGRADE: boolean = ['Bun', 'Deno', 'WebSocketPair'].some((name) => name in globalThis);

/** Whether a request to a fetch handler is an opening handshake that the runtime can accept. */
export function isHandshake(request: Request): boolean {
  return (
    CAN_UPGRADE && request.method === 'GET' && request.headers.get('upgrade')?.toLowerCase() === 'websocket'
  );
}
