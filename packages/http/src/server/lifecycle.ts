import type { Transport } from '../contract/transport.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Deadlines } from './deadlines.ts';

/** Minimum number of requests in flight at which the requests of disconnected clients are removed. */
const SWEEP_THRESHOLD = 1024;

/** The transport for a request to a server that can be shut down. */
export interface ServerTransport extends Transport {
  /** The exchange, or undefined until the router handles the request. */
  readonly exchange: Exchange | undefined;
  /** Time, according to `performance.now()`, at which the router returned without a complete response. */
  readonly since: number;
}

/** The state that a server shares with its transports. */
export class Lifecycle {
  /** Whether the server is closing. If so, connections end after their current responses. */
  closing = false;
  readonly deadlines: Deadlines = new Deadlines();
  readonly #inFlight = new Set<ServerTransport>();
  #sweepAt = SWEEP_THRESHOLD;

  /** Adds a request that is answered asynchronously. */
  enter(transport: ServerTransport): void {
    this.#inFlight.add(transport);
    if (this.#inFlight.size < this.#sweepAt) return;
    // If the client has disconnected, the handler's promise might never settle.
    for (const each of this.#inFlight) if (each.gone) this.#inFlight.delete(each);
    this.#sweepAt = Math.max(SWEEP_THRESHOLD, this.#inFlight.size * 2);
  }

  leave(transport: ServerTransport): void {
    this.#inFlight.delete(transport);
  }

  /** Returns the requests whose clients are still connected. */
  inFlight(): readonly ServerTransport[] {
    return [...this.#inFlight].filter(({ gone }) => !gone);
  }
}
