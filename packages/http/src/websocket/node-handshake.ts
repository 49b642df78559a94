// oxlint-disable-next-line typescript/triple-slash-reference -- the types of ws are declared here, not installed
/// <reference path="./ws.d.ts" />
import { WebSocketServer } from 'ws';
import type { TakenConnection } from '../contract/protocol-switch.ts';
import type { ClientSocket } from './client-socket.ts';
import { HANDSHAKE_HEADERS, selectProtocol } from './handshake-response.ts';
import type { WebSocketSettings } from './options.ts';

/** Accepts WebSocket connections on the sockets of the toolkit's servers, with `ws`. */
export class NodeHandshake {
  readonly #settings: WebSocketSettings;
  /** Created on first use, because bundlers for browsers and workers replace `ws`. */
  #server: WebSocketServer | undefined;

  constructor(settings: WebSocketSettings) {
    this.#settings = settings;
  }

  /** Sends the response with status 101, and passes the connection to `done`. */
  accept(
    { request, head }: TakenConnection,
    headers: readonly string[],
    done: (socket: ClientSocket) => void,
  ): void {
    const handshake: Handshake = { ...request, extraHeaders: headers };
    this.#server ??= createServer(this.#settings);
    this.#server.handleUpgrade(handshake, request.socket, head, done);
  }
}

/** A request with the headers of the response that filters have set. */
interface Handshake {
  readonly extraHeaders: readonly string[];
}

function createServer({ protocols, maxPayload, perMessageDeflate }: WebSocketSettings): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload,
    perMessageDeflate,
    handleProtocols: (offered: ReadonlySet<string>) => selectProtocol(offered, protocols) ?? false,
  });
  server.on('headers', (lines: string[], { extraHeaders }: Handshake) => {
    for (let index = 0; index < extraHeaders.length; index += 2) {
      if (!HANDSHAKE_HEADERS.has(extraHeaders[index]!)) {
        lines.push(`${extraHeaders[index]}: ${extraHeaders[index + 1]}`);
      }
    }
  });
  return server;
}
