/** Something that is to be over by a time. */
export interface Deadline {
  /** By `performance.now()`. */
  at: number;
  /** Called once, when it is not. */
  late(): void;
}

/** How much later than its time a deadline may be noticed: a share of the time it has, within bounds in ms. */
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

  /** `time` in ms from now. */
  add(deadline: Deadline, time: number): void {
    deadline.at = performance.now() + time;
    this.#pending.add(deadline);
    const step = Math.min(COARSEST, Math.max(FINEST, time * SHARE));
    if (step >= this.#step) return;
    this.#step = step;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#look(), step).unref();
  }

  delete(deadline: Deadline): void {
    this.#pending.delete(deadline);
  }

  #look(): void {
    const now = performance.now();
    for (const deadline of this.#pending) {
      if (deadline.at > now) continue;
      this.#pending.delete(deadline);
      deadline.late();
    }
    if (this.#pending.size > 0) return;
    clearInterval(this.#timer);
    this.#step = Infinity;
  }
}
