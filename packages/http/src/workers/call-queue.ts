/** A waiting call. `label` identifies its route. */
interface QueuedCall {
  readonly label: string;
}

/** A queue of waiting calls. Calls from the same route are served first in, first out, and their number is limited. */
export class CallQueue<C extends QueuedCall> {
  readonly #maxPerRoute: number;
  readonly #routes = new Map<string, Set<C>>();

  constructor(most: number) {
    this.#maxPerRoute = most;
  }

  /** Adds a call. Returns false if its route has reached the limit. */
  add(call: C): boolean {
    const calls = this.#routes.get(call.label);
    if (calls === undefined) this.#routes.set(call.label, new Set([call]));
    else if (calls.size >= this.#maxPerRoute) return false;
    else calls.add(call);
    return true;
  }

  /** Removes a call. Returns false if it is not waiting. */
  delete(call: C): boolean {
    const calls = this.#routes.get(call.label);
    if (calls?.delete(call) !== true) return false;
    if (calls.size === 0) this.#routes.delete(call.label);
    return true;
  }

  /**
   * Removes and returns the first call of the route with the lowest rank. Skips routes whose rank is `Infinity`.
   * Returns undefined if there is no other call.
   */
  take(rankOf: (label: string) => number): C | undefined {
    let lowest = Infinity;
    let found: C | undefined;
    for (const [label, calls] of this.#routes) {
      const rank = rankOf(label);
      if (rank >= lowest) continue;
      lowest = rank;
      [found] = calls;
    }
    if (found !== undefined) this.delete(found);
    return found;
  }

  /** Removes and returns all calls. */
  clear(): readonly C[] {
    const all = [...this.#routes.values()].flatMap((calls) => [...calls]);
    this.#routes.clear();
    return all;
  }
}
