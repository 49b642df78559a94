import type { RoutingContext } from '../contract/context.ts';
import { HttpError } from '../errors/http-error.ts';
import type { ClientSocket } from './client-socket.ts';
import { WebSocketConnection } from './connection.ts';
import type { WebSocketHooks } from './hooks.ts';
import type { WebSocketSettings } from './options.ts';

/** The open connections of a route. */
export class WebSocketConnections {
  readonly #settings: WebSocketSettings;
  /**
   * The connections, each with the signal that is aborted when its server closes. One router may be served by several
   * servers.
   */
  readonly #open = new Map<WebSocketConnection, AbortSignal | undefined>();
  readonly #watched = new WeakSet<AbortSignal>();
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: WebSocketSettings) {
    this.#settings = settings;
  }

  /** @throws HttpError 503 if there are too many connections */
  assertRoom(): void {
    if (this.#open.size < this.#settings.maxConnections) return;
    throw new HttpError('unavailable', 'there are too many WebSocket connections');
  }

  /** Adds a connection that is open, and starts to call its hooks. */
  add(
    socket: ClientSocket,
    hooks: WebSocketHooks<any>,
    context: RoutingContext,
    closing: AbortSignal | undefined,
  ): void {
    const connection = new WebSocketConnection(socket, hooks, this.#settings, context);
    this.#open.set(connection, closing);
    socket.on('close', () => {
      this.#open.delete(connection);
      if (this.#open.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    if (socket.ping !== undefined) this.#startTimer();
    if (closing !== undefined) this.#watch(closing);
  }

  /** Checks regularly for clients that have sent nothing. */
  #startTimer(): void {
    const { idleTimeout } = this.#settings;
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
