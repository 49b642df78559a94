import { Deadlines } from './deadlines.ts';
import type { NodeTransport } from './node-transport.ts';

/** Number of requests in flight above which requests of disconnected clients are removed. */
const SWEEP_THRESHOLD = 1024;

/** The state that a server shares with its transports. */
export class Lifecycle {
  /** Whether the server is closing: connections end after their current response. */
  closing = false;
  readonly deadlines: Deadlines = new Deadlines();
  readonly #inFlight = new Set<NodeTransport>();
  #sweepAt = SWEEP_THRESHOLD;

  /** Adds a request that was not answered synchronously. */
  enter(transport: NodeTransport): void {
    this.#inFlight.add(transport);
    if (this.#inFlight.size < this.#sweepAt) return;
    // A handler may never settle after its client has disconnected.
    for (const each of this.#inFlight) if (each.gone) this.#inFlight.delete(each);
    this.#sweepAt = Math.max(SWEEP_THRESHOLD, this.#inFlight.size * 2);
  }

  leave(transport: NodeTransport): void {
    this.#inFlight.delete(transport);
  }

  /** Requests whose client is still connected. */
  inFlight(): readonly NodeTransport[] {
    return [...this.#inFlight].filter(({ gone }) => !gone);
  }
}
