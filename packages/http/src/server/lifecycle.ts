import { Deadlines } from './deadlines.ts';
import type { NodeTransport } from './node-transport.ts';

/** From so many requests in flight on, those whose client is gone are looked for. */
const SWEEP_THRESHOLD = 1024;

/** What a server and the transports of its requests tell each other. */
export class Lifecycle {
  /** Connections are closed after the response under way. */
  closing = false;
  readonly deadlines: Deadlines = new Deadlines();
  readonly #inFlight = new Set<NodeTransport>();
  #sweepAt = SWEEP_THRESHOLD;

  /** A request that was not answered at once. */
  enter(transport: NodeTransport): void {
    this.#inFlight.add(transport);
    if (this.#inFlight.size < this.#sweepAt) return;
    // Nobody waits for these any more, and their handlers may never settle.
    for (const each of this.#inFlight) if (each.gone) this.#inFlight.delete(each);
    this.#sweepAt = Math.max(SWEEP_THRESHOLD, this.#inFlight.size * 2);
  }

  leave(transport: NodeTransport): void {
    this.#inFlight.delete(transport);
  }

  /** Those whose client still waits. */
  inFlight(): readonly NodeTransport[] {
    return [...this.#inFlight].filter(({ gone }) => !gone);
  }
}
