/** Limits how many callers use a resource at the same time. Release each acquired permit exactly once. */
export class Semaphore {
  readonly #permits: number;
  #used = 0;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Number of permits that are acquired and not yet released. */
  get used(): number {
    return this.#used;
  }

  /** Acquires a permit if one is free; returns whether a permit was acquired. */
  tryAcquire(): boolean {
    if (this.#used >= this.#permits) return false;
    this.#used += 1;
    return true;
  }

  /**
   * Acquires a permit: immediately if one is free, otherwise when another caller releases one. Callers wait in the order
   * of their calls. The promise resolves to false if no permit becomes free within `limit` ms.
   */
  acquire(limit: number): true | Promise<boolean> {
    if (this.tryAcquire()) return true;
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(wake);
        resolve(false);
      }, limit);
      this.#waiting.add(wake);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#used -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
