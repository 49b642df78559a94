import type { Logger } from '../../contract/logger.ts';
import { pathOfTarget } from '../../protocol/request-path.ts';
import type { UpgradeHandler, UpgradeHandlers, UpgradeRequest } from './upgrade-handler.ts';

/** The parts of a request that decide whether it is upgraded. */
export interface UpgradeCandidate {
  readonly isHttp11: boolean;
  /** Whether the request has exactly one Host header. */
  readonly hasHost: boolean;
  /** The value of the Upgrade header. */
  readonly protocol: string | undefined;
}

/** A connection that uses another protocol. */
interface Upgraded {
  readonly method: string;
  readonly path: string;
  /** Time of the upgrade, according to `performance.now()`. */
  readonly since: number;
}

/** Passes requests for other protocols to their handlers and closes their connections when the server closes. */
export class Upgrades {
  readonly #handlers: ReadonlyMap<string, UpgradeHandler>;
  readonly #logger: Logger;
  readonly #open = new Map<UpgradeRequest['socket'], Upgraded>();
  readonly #closing = new AbortController();

  /** @throws TypeError if the name of a protocol is not in lower case or its handler is not a function */
  constructor(handlers: UpgradeHandlers, logger: Logger) {
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
    this.#logger = logger;
  }

  /** Whether there are no handlers. */
  get isEmpty(): boolean {
    return this.#handlers.size === 0;
  }

  /** Returns the handler for a request. If there is none, the request is answered as HTTP. */
  find({ isHttp11, hasHost, protocol }: UpgradeCandidate): UpgradeHandler | undefined {
    if (!isHttp11 || !hasHost || protocol === undefined || this.#closing.signal.aborted) return undefined;
    return this.#handlers.get(protocol.toLowerCase());
  }

  /** Passes a connection to a handler. */
  start(handler: UpgradeHandler, request: UpgradeRequest, head: Buffer): void {
    const { method, url, socket } = request;
    socket.setTimeout(0);
    // Without a listener, a connection error would end the process.
    socket.on('error', () => {});
    this.#open.set(socket, { method, path: pathOfTarget(url), since: performance.now() });
    socket.once('close', () => this.#open.delete(socket));
    void this.#call(handler, request, head);
  }

  /** Notifies the handlers that the server is closing. */
  announceClose(): void {
    this.#closing.abort(new Error('the server is shutting down'));
  }

  /** Returns the connections that have not ended. */
  list(): readonly { readonly method: string; readonly path: string; readonly age: number }[] {
    const now = performance.now();
    // The server closes before the last sockets emit `close`.
    const open = [...this.#open].filter(([socket]) => !socket.destroyed);
    return open.map(([, { method, path, since }]) => ({ method, path, age: Math.round(now - since) }));
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  async #call(handler: UpgradeHandler, request: UpgradeRequest, head: Buffer): Promise<void> {
    try {
      await handler(request, head, this.#closing.signal);
    } catch (error) {
      this.#logger.error({ error }, `the upgrade of ${request.method} ${pathOfTarget(request.url)} failed`);
      request.socket.destroy();
    }
  }
}
