/** Bounds how many use a thing at the same time. Every permit that was acquired is to be released once. */
export class Semaphore {
  readonly #permits: number;
  #used = 0;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** How many permits are acquired. */
  get used(): number {
    return this.#used;
  }

  /** False when no permit is free. */
  tryAcquire(): boolean {
    if (this.#used >= this.#permits) return false;
    this.#used += 1;
    return true;
  }

  /** Whether a permit was acquired: at once, or later in the order of the calls; false after `limit` ms without one. */
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
