// oxlint-disable-next-line typescript/triple-slash-reference -- the types of ws are declared here, not installed
/// <reference path="./ws.d.ts" />
import { WebSocketServer, type WebSocket } from 'ws';
import type { RoutingContext } from '../contract/context.ts';
import { ProtocolSwitch, type TakenConnection } from '../contract/protocol-switch.ts';
import { HttpError } from '../errors/http-error.ts';
import { WebSocketConnection } from './connection.ts';
import type { WebSocketHooks } from './hooks.ts';
import type { WebSocketSettings } from './options.ts';

/** The open connections of a route. */
export class WebSocketConnections {
  readonly #settings: WebSocketSettings;
  readonly #server: WebSocketServer;
  /**
   * The connections, each with the signal that is aborted when its server closes. One router may be served by several
   * servers.
   */
  readonly #open = new Map<WebSocketConnection, AbortSignal>();
  readonly #watched = new WeakSet<AbortSignal>();
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: WebSocketSettings) {
    this.#settings = settings;
    const { protocols, maxPayload, perMessageDeflate } = settings;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload,
      perMessageDeflate,
      handleProtocols: (offered: ReadonlySet<string>) =>
        protocols.find((protocol) => offered.has(protocol)) ?? false,
    });
    this.#server.on('headers', (lines: string[], { extraHeaders }: Handshake) => {
      for (let index = 0; index < extraHeaders.length; index += 2) {
        if (!HANDSHAKE_HEADERS.has(extraHeaders[index]!)) {
          lines.push(`${extraHeaders[index]}: ${extraHeaders[index + 1]}`);
        }
      }
    });
  }

  /** @throws HttpError 503 if there are too many connections */
  assertRoom(): void {
    if (this.#open.size < this.#settings.maxConnections) return;
    throw new HttpError('unavailable', 'there are too many WebSocket connections');
  }

  /** Sends the response with status 101 and starts to call the hooks. */
  accept(
    { request, head, closing }: TakenConnection,
    headers: readonly string[],
    hooks: WebSocketHooks<any>,
    context: RoutingContext,
  ): void {
    const handshake: Handshake = { ...request, extraHeaders: headers };
    this.#server.handleUpgrade(handshake, request.socket, head, (socket) => {
      this.#add(socket, new WebSocketConnection(socket, hooks, this.#settings, context), closing);
      this.#watch(closing);
    });
  }

  #add(socket: WebSocket, connection: WebSocketConnection, closing: AbortSignal): void {
    const { idleTimeout } = this.#settings;
    this.#open.set(connection, closing);
    socket.on('close', () => {
      this.#open.delete(connection);
      if (this.#open.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    if (idleTimeout === 0 || this.#timer !== undefined) return;
    this.#timer = setInterval(() => {
      for (const each of this.#open.keys()) each.checkIdle();
    }, idleTimeout / 2);
    this.#timer.unref();
  }

  /** Closes the connections of a server when it starts to close. */
  #watch(closing: AbortSignal): void {
    const close = (): void => {
      for (const [each, signal] of this.#open) if (signal === closing) each.shutDown();
    };
    if (closing.aborted) close();
    else if (!this.#watched.has(closing)) closing.addEventListener('abort', close, { once: true });
    this.#watched.add(closing);
  }
}

/** A request with the headers of the response that filters have set. */
interface Handshake {
  readonly extraHeaders: readonly string[];
}

/** Headers that only the handshake sets. */
const HANDSHAKE_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'upgrade',
  'content-length',
  'content-type',
  'transfer-encoding',
  'sec-websocket-accept',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
]);

/** The result of a WebSocket route. */
export class WebSocketSwitch extends ProtocolSwitch {
  readonly protocol = 'websocket';
  readonly #connections: WebSocketConnections;
  readonly #hooks: WebSocketHooks<any>;

  constructor(connections: WebSocketConnections, hooks: WebSocketHooks<any>) {
    super();
    this.#connections = connections;
    this.#hooks = hooks;
  }

  override assertPossible(): void {
    this.#connections.assertRoom();
  }

  override start(connection: TakenConnection, headers: readonly string[], context: RoutingContext): void {
    this.#connections.accept(connection, headers, this.#hooks, context);
  }
}
