/** Something that is to be over within a time. */
export interface Deadline {
  /** In ms. */
  readonly time: number;
  /** Kept by {@link Deadlines}: when the time is up, by `performance.now()`; 0 until it was looked at once. */
  expiresAt: number;
  /** Called once, when it is not over by then. */
  expire(): void;
}

/** How far apart two looks are: a share of the time, within bounds in ms. A deadline is noticed two looks late at most. */
const INTERVAL_SHARE = 0.05;
const MIN_INTERVAL = 5;
const MAX_INTERVAL = 1_000;

/**
 * Watches the deadlines of many short things by one timer, which runs only while there are any: most bodies are there
 * before a timer of their own would have been of use.
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
      // Its time begins with the first look: reading the clock for each would cost more than all the rest.
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
