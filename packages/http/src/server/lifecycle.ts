import type { Transport } from '../contract/transport.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Deadlines } from './deadlines.ts';

/** Number of requests in flight above which requests of disconnected clients are removed. */
const SWEEP_THRESHOLD = 1024;

/** The transport of a request to a server that can be shut down. */
export interface ServerTransport extends Transport {
  /** The exchange; undefined until the router handles the request. */
  readonly exchange: Exchange | undefined;
  /** Time by `performance.now()` at which the router returned without a complete response. */
  readonly since: number;
}

/** The state that a server shares with its transports. */
export class Lifecycle {
  /** Whether the server is closing: connections end after their current response. */
  closing = false;
  readonly deadlines: Deadlines = new Deadlines();
  readonly #inFlight = new Set<ServerTransport>();
  #sweepAt = SWEEP_THRESHOLD;

  /** Adds a request that is answered asynchronously. */
  enter(transport: ServerTransport): void {
    this.#inFlight.add(transport);
    if (this.#inFlight.size < this.#sweepAt) return;
    // A handler may never settle after its client has disconnected.
    for (const each of this.#inFlight) if (each.gone) this.#inFlight.delete(each);
    this.#sweepAt = Math.max(SWEEP_THRESHOLD, this.#inFlight.size * 2);
  }

  leave(transport: ServerTransport): void {
    this.#inFlight.delete(transport);
  }

  /** Requests whose client is still connected. */
  inFlight(): readonly ServerTransport[] {
    return [...this.#inFlight].filter(({ gone }) => !gone);
  }
}
