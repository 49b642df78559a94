/** Something that is to be over within a time. */
export interface Deadline {
  /** In ms. */
  readonly time: number;
  /** Kept by {@link Deadlines}: when the time is up, by `performance.now()`; 0 until it was looked at once. */
  at: number;
  /** Called once, when it is not over by then. */
  late(): void;
}

/** How far apart two looks are: a share of the time, within bounds in ms. A deadline is noticed two looks late at most. */
const SHARE = 0.05;
const FINEST = 5;
const COARSEST = 1_000;

/**
 * Watches the deadlines of many short things by one timer, which runs only while there are any: most bodies are there
 * before a timer of their own would have been of use.
 */
export class Deadlines {
  readonly #pending = new Set<Deadline>();
  #timer: NodeJS.Timeout | undefined;
  #step = Infinity;

  add(deadline: Deadline): void {
    this.#pending.add(deadline);
    const step = Math.min(COARSEST, Math.max(FINEST, deadline.time * SHARE));
    if (step < this.#step) this.#lookEvery(step);
  }

  delete(deadline: Deadline): void {
    this.#pending.delete(deadline);
  }

  #lookEvery(step: number): void {
    this.#step = step;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#look(), step).unref();
  }

  #look(): void {
    const now = performance.now();
    for (const deadline of this.#pending) {
      // Its time begins with the first look: reading the clock for each would cost more than all the rest.
      if (deadline.at === 0) deadline.at = now + deadline.time;
      if (deadline.at > now) continue;
      this.#pending.delete(deadline);
      deadline.late();
    }
    if (this.#pending.size > 0) return;
    clearInterval(this.#timer);
    this.#step = Infinity;
  }
}
