/** A task that must end within a time. */
export interface Deadline {
  /** Time limit in milliseconds. */
  readonly time: number;
  /** Set by {@link Deadlines}: when the time is up, by `performance.now()`; 0 until the first check. */
  expiresAt: number;
  /** Called once if the task has not ended by then. */
  expire(): void;
}

/** Interval between two checks: a share of the time limit, within bounds in ms. A deadline expires at most two checks late. */
const INTERVAL_SHARE = 0.05;
const MIN_INTERVAL = 5;
const MAX_INTERVAL = 1_000;

/**
 * Watches the deadlines of many short tasks with one timer, which runs only while there are any: most bodies arrive
 * before a timer of their own would pay off.
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
      // The time starts with the first check: reading the clock in add() would cost more than everything else here.
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
