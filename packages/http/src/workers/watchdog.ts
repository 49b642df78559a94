import type { Logger } from '../contract/logger.ts';
import { routeName, type NamedRoute } from '../report/findings.ts';

/** Number of milliseconds for which a route may block the event loop without a warning. */
const LIMIT_MS = 2_000;
/** Number of milliseconds between ticks, which limits the precision of the measurement. */
const TICK_MS = 100;

/**
 * Warns about routes that block the event loop. The part of a handler before its first `await` is measured directly.
 * The remaining parts are covered by a timer that ticks while there are requests: a route that settles long after the
 * last tick has blocked the loop or ran right after the code that did. The watchdog reads the clock two or three times
 * per request.
 */
export class Watchdog {
  readonly #logger: Logger;
  readonly #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #lastTick = 0;
  #isUsed = false;

  constructor(logger: Logger, limit: number = LIMIT_MS) {
    this.#logger = logger;
    this.#limit = limit;
  }

  /** Called before a route runs. Returns the time to pass to {@link leave}. */
  enter(): number {
    const now = Date.now();
    this.#isUsed = true;
    if (this.#timer === undefined) this.#start(now);
    else this.#check(now, 'other code');
    return now;
  }

  /** Called after the route has run, in the same turn of the event loop. */
  leave(route: NamedRoute | undefined, since: number): void {
    const now = Date.now();
    if (now - since > this.#limit)
      this.#warn(now, now - since, route === undefined ? 'other code' : routeName(route));
  }

  /** Called when a route that took several turns of the event loop settles. */
  leaveLate(route: NamedRoute | undefined): void {
    if (this.#timer === undefined || route === undefined) return;
    const now = Date.now();
    if (this.#isLate(now)) this.#check(now, `${routeName(route)}, or code that ran right before it,`);
  }

  #start(now: number): void {
    this.#lastTick = now;
    this.#timer = setInterval(() => this.#onTick(), TICK_MS).unref();
  }

  #onTick(): void {
    const now = Date.now();
    this.#check(now, 'other code');
    this.#lastTick = now;
    if (!this.#isUsed) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#isUsed = false;
  }

  #isLate(now: number): boolean {
    return now - this.#lastTick > this.#limit + TICK_MS;
  }

  #check(now: number, who: string): void {
    if (this.#isLate(now)) this.#warn(now, now - this.#lastTick, who);
  }

  #warn(now: number, held: number, who: string): void {
    // Prevents warnings about routes that run before the next tick.
    this.#lastTick = now;
    this.#logger.warn({ held }, `${who} blocked the event loop for ${held} ms`);
  }
}
