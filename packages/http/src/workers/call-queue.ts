/** A call that waits, of the route with that label. */
interface QueuedCall {
  readonly label: string;
}

/** Calls that wait, in the order of their arrival for each route, with a bound for each. */
export class CallQueue<C extends QueuedCall> {
  readonly #maxPerRoute: number;
  readonly #routes = new Map<string, Set<C>>();

  constructor(most: number) {
    this.#maxPerRoute = most;
  }

  /** False when as many calls of its route wait as may. */
  add(call: C): boolean {
    const calls = this.#routes.get(call.label);
    if (calls === undefined) this.#routes.set(call.label, new Set([call]));
    else if (calls.size >= this.#maxPerRoute) return false;
    else calls.add(call);
    return true;
  }

  /** False when it does not wait. */
  delete(call: C): boolean {
    const calls = this.#routes.get(call.label);
    if (calls?.delete(call) !== true) return false;
    if (calls.size === 0) this.#routes.delete(call.label);
    return true;
  }

  /** Removes and returns the first call of the route with the lowest rank; a route of rank `Infinity` may not begin. */
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

  /** Removes and returns all. */
  clear(): readonly C[] {
    const all = [...this.#routes.values()].flatMap((calls) => [...calls]);
    this.#routes.clear();
    return all;
  }
}
