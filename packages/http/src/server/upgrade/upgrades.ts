import type { UpgradeRequest } from '../../contract/upgrade-request.ts';
import { pathOfTarget } from '../../protocol/request-path.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { whenReady } from '../listener.ts';
import type { Servable } from '../servable.ts';
import type { UpgradeHandler, UpgradeHandlers } from './upgrade-handler.ts';
import { UpgradeTransport } from './upgrade-transport.ts';

/** The parts of a request that decide whether it is upgraded. */
export interface UpgradeCandidate {
  readonly isHttp11: boolean;
  /** Whether the request has exactly one Host header. */
  readonly hasHost: boolean;
  /** Whether the request is a GET without a body. Only such requests are passed to routes. */
  readonly isPlainGet: boolean;
  /** The value of the Upgrade header. */
  readonly protocol: string | undefined;
}

/** A connection that has been passed to a handler for another protocol. */
interface Upgraded {
  readonly method: string;
  readonly path: string;
  /** Time of the upgrade, according to `performance.now()`. */
  readonly since: number;
  /** Whether the connection still uses HTTP, so that its request is reported as one in flight. */
  isRequest: boolean;
}

/** Passes requests for other protocols to their handlers and closes their connections when the server closes. */
export class Upgrades {
  readonly #handlers: ReadonlyMap<string, UpgradeHandler>;
  readonly #router: Servable;
  readonly #lifecycle: Lifecycle;
  readonly #serve: (transport: UpgradeTransport) => void;
  readonly #open = new Map<UpgradeRequest['socket'], Upgraded>();
  readonly #closing = new AbortController();

  /** @throws TypeError if the name of a protocol is not in lower case or its handler is not a function */
  constructor(handlers: UpgradeHandlers, router: Servable, lifecycle: Lifecycle) {
    for (const [protocol, handler] of Object.entries(handlers)) {
      if (typeof handler !== 'function') {
        throw new TypeError(`createServer: upgrades.${protocol} must be a function, not ${typeof handler}`);
      }
      if (protocol !== protocol.toLowerCase()) {
        throw new TypeError(
          `createServer: upgrades.${protocol} must be in lower case: ${protocol.toLowerCase()}`,
        );
      }
    }
    this.#handlers = new Map(Object.entries(handlers));
    this.#router = router;
    this.#lifecycle = lifecycle;
    this.#serve = whenReady(router, (transport) => {
      transport.exchange = router.handle(transport);
      if (transport.done) return;
      transport.since = performance.now();
      transport.onDone = () => lifecycle.leave(transport);
      lifecycle.enter(transport);
    });
  }

  /** Whether there are neither handlers nor routes that upgrade connections. */
  get isEmpty(): boolean {
    return this.#handlers.size === 0 && this.#router.upgrades.size === 0;
  }

  /**
   * Returns the handler for a request. If there is none, but a route upgrades connections to the protocol and the
   * request is a GET without a body, returns a handler that passes the request to the router. Otherwise, and for
   * requests that are not HTTP/1.1 with one Host header or that arrive while the server closes, returns undefined: the
   * request is answered as HTTP.
   */
  find({ isHttp11, hasHost, isPlainGet, protocol }: UpgradeCandidate): UpgradeHandler | undefined {
    if (!isHttp11 || !hasHost || protocol === undefined || this.#closing.signal.aborted) return undefined;
    const name = protocol.toLowerCase();
    const handler = this.#handlers.get(name);
    if (handler !== undefined) return handler;
    return isPlainGet && this.#router.upgrades.has(name) ? this.#route : undefined;
  }

  readonly #route: UpgradeHandler = (request, head, closing) => {
    const upgraded = this.#open.get(request.socket)!;
    upgraded.isRequest = true;
    const onTake = (): void => void (upgraded.isRequest = false);
    this.#serve(new UpgradeTransport({ request, head, closing }, this.#lifecycle, onTake));
  };

  /** Passes a connection to a handler. */
  start(handler: UpgradeHandler, request: UpgradeRequest, head: Buffer): void {
    const { method, url, socket } = request;
    socket.setTimeout(0);
    // Without a listener, a connection error would end the process.
    socket.on('error', () => {});
    this.#open.set(socket, { method, path: pathOfTarget(url), since: performance.now(), isRequest: false });
    socket.once('close', () => this.#open.delete(socket));
    void this.#call(handler, request, head);
  }

  /** Notifies the handlers that the server is closing. */
  announceClose(): void {
    this.#closing.abort(new Error('the server is shutting down'));
  }

  /** Returns the connections that have not ended, except those that still use HTTP. */
  list(): readonly { readonly method: string; readonly path: string; readonly age: number }[] {
    const now = performance.now();
    // The server closes before the last sockets emit `close`.
    const open = [...this.#open].filter(([socket, { isRequest }]) => !socket.destroyed && !isRequest);
    return open.map(([, { method, path, since }]) => ({ method, path, age: Math.round(now - since) }));
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  async #call(handler: UpgradeHandler, request: UpgradeRequest, head: Buffer): Promise<void> {
    try {
      await handler(request, head, this.#closing.signal);
    } catch (error) {
      this.#router.toolkit.logger.error(
        { error },
        `the upgrade of ${request.method} ${pathOfTarget(request.url)} failed`,
      );
      request.socket.destroy();
    }
  }
}
