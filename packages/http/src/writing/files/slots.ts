import { HttpError } from '../../errors/http-error.ts';

/** A bound on things that are in use at the same time; who finds none free waits for a bounded time. */
export class Slots {
  #free: number;
  readonly #patience: number;
  readonly #waiting = new Set<() => void>();

  /** `patience` in milliseconds. */
  constructor(count: number, patience = 10_000) {
    this.#free = count;
    this.#patience = patience;
  }

  /** Fails with `HttpError` 503 when none becomes free in time. */
  take(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(wake);
        reject(new HttpError('unavailable', 'too many files are being sent'));
      }, this.#patience);
      this.#waiting.add(wake);
    });
  }

  give(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
