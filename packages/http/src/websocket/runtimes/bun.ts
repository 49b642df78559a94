import type { AcceptSocket } from './accept-socket.ts';
import { RuntimeSocket } from './runtime-socket.ts';

/** The part of Bun's `ServerWebSocket` that this package uses. */
export interface BunConnection {
  readonly data: unknown;
  readonly readyState: number;
  /** Returns the number of bytes that wait to be sent. */
  getBufferedAmount(): number;
  /** Returns -1 if the message waits to be sent, 0 if it was discarded, and otherwise its size. */
  send(data: string | Uint8Array): number;
  /** Sends a close frame. */
  close(code?: number, reason?: string): void;
  /** Ends the connection without a close frame. */
  terminate(): void;
  /** Sends a ping. */
  ping(): number;
}

/** The part of Bun's `Server` that this package uses. */
interface BunServer {
  upgrade(request: Request, options: { readonly headers: Headers; readonly data: unknown }): boolean;
}

/** A connection that `Bun.serve` has accepted. */
class BunSocket extends RuntimeSocket {
  #connection: BunConnection | undefined;
  #sending: (() => void)[] = [];

  get readyState(): number {
    return this.#connection?.readyState ?? 0;
  }

  get bufferedAmount(): number {
    return this.#connection?.getBufferedAmount() ?? 0;
  }

  open(connection: BunConnection): void {
    this.#connection = connection;
    this.receiveOpen();
  }

  /** Called when data that waited has been sent, and when the connection has closed. */
  drain(): void {
    for (const done of this.#sending.splice(0)) done();
  }

  send(data: string | Uint8Array, done?: () => void): void {
    const sent = this.#connection?.send(data) ?? 0;
    if (sent < 0 && done !== undefined) this.#sending.push(done);
    else done?.();
    // A message that exceeds `backpressureLimit` must not be missing between others.
    if (sent === 0 && data.length > 0) this.terminate();
  }

  ping(): void {
    this.#connection?.ping();
  }

  protected sendClose(code: number, reason: string): void {
    this.#connection?.close(code, reason);
  }

  protected destroy(): void {
    this.#connection?.terminate();
  }
}

/** The type of {@link bunWebSocket}: functions that Bun calls for the connections of all WebSocket routes. */
export interface BunWebSocketHandlers {
  readonly open: (connection: BunConnection) => void;
  readonly message: (connection: BunConnection, message: string | Uint8Array) => void;
  readonly close: (connection: BunConnection, code: number, reason: string) => void;
  readonly drain: (connection: BunConnection) => void;
  readonly ping: (connection: BunConnection) => void;
  readonly pong: (connection: BunConnection) => void;
  readonly idleTimeout: number;
  readonly sendPings: boolean;
}

/**
 * The option `websocket` of `Bun.serve`, which WebSocket routes of a fetch handler on Bun require:
 *
 *     Bun.serve({ fetch: router.fetch, websocket: bunWebSocket });
 *
 * Bun receives up to 16 MiB of a message before `maxPayload` applies; `{ ...bunWebSocket, maxPayloadLength }` sets
 * another limit.
 */
export const bunWebSocket: BunWebSocketHandlers = {
  open: (connection) => socketOf(connection)?.open(connection),
  message: (connection, message) => socketOf(connection)?.receiveMessage(message),
  close: (connection, code, reason) => {
    socketOf(connection)?.drain();
    socketOf(connection)?.receiveClose(code, reason);
  },
  drain: (connection) => socketOf(connection)?.drain(),
  ping: (connection) => void socketOf(connection)?.emit('ping'),
  pong: (connection) => void socketOf(connection)?.emit('pong'),
  // The option `idleTimeout` of each route applies instead.
  idleTimeout: 0,
  sendPings: false,
};

function socketOf({ data }: BunConnection): BunSocket | undefined {
  return data instanceof BunSocket ? data : undefined;
}

/** Accepts a connection with the server that Bun passed to the fetch handler. */
export const acceptOnBun: AcceptSocket = ({ request, server }, headers, protocol, settings) => {
  if (!isBunServer(server)) {
    throw new Error(
      "WebSocket routes need Bun's server: pass it to the fetch handler, as in fetch: (request, server) => router.fetch(request, server)",
    );
  }
  const socket = new BunSocket(protocol ?? '', settings);
  if (protocol !== undefined) headers.set('sec-websocket-protocol', protocol);
  if (!upgrade(server, request, headers, socket)) {
    throw new Error('Bun cannot upgrade the connection: pass its Request to router.fetch, not a copy');
  }
  // Bun has sent its own response, and ignores this one.
  return { socket, response: new Response(null, { status: 101 }) };
};

function isBunServer(server: unknown): server is BunServer {
  return typeof (server as Partial<BunServer> | undefined)?.upgrade === 'function';
}

function upgrade(server: BunServer, request: Request, headers: Headers, data: BunSocket): boolean {
  try {
    return server.upgrade(request, { headers, data });
  } catch (cause) {
    // Bun throws an error if the server has no handlers for WebSockets.
    throw new Error(
      'WebSocket routes need handlers of Bun.serve: add the option websocket: bunWebSocket, which @writ/http/websocket exports',
      { cause },
    );
  }
}
