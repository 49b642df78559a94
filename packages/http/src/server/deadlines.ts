/** A task with a time limit. */
export interface Deadline {
  /** Time limit in milliseconds. */
  readonly time: number;
  /**
   * Expiry time according to `performance.now()`. {@link Deadlines} sets it at its first check; until then, it is 0.
   */
  expiresAt: number;
  /** Called once if the task exceeds the time limit. */
  expire(): void;
}

/**
 * Interval between checks, as a share of the time limit with a minimum and a maximum in milliseconds. A task expires at
 * most two intervals late.
 */
const INTERVAL_SHARE = 0.05;
const MIN_INTERVAL = 5;
const MAX_INTERVAL = 1_000;

/**
 * Watches the deadlines of many short tasks with one timer, which runs only while tasks are pending. Most bodies arrive
 * so soon that a timer for each of them would cost more than it is worth.
 */
export class Deadlines {
  readonly #pending = new Set<Deadline>();
  #timer: NodeJS.Timeout | undefined;
  #interval = Infinity;

  add(deadline: Deadline): void {
    this.#pending.add(deadline);
    const interval = Math.min(MAX_INTERVAL, Math.max(MIN_INTERVAL, deadline.time * INTERVAL_SHARE));
    if (interval < this.#interval) this.#setInterval(interval);
  }

  delete(deadline: Deadline): void {
    this.#pending.delete(deadline);
  }

  #setInterval(step: number): void {
    this.#interval = step;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#expireDue(), step).unref();
  }

  #expireDue(): void {
    const now = performance.now();
    for (const deadline of this.#pending) {
      // The time starts at the first check, because reading the clock would be the most expensive step of add().
      if (deadline.expiresAt === 0) deadline.expiresAt = now + deadline.time;
      if (deadline.expiresAt > now) continue;
      this.#pending.delete(deadline);
      deadline.expire();
    }
    if (this.#pending.size > 0) return;
    clearInterval(this.#timer);
    this.#interval = Infinity;
  }
}
