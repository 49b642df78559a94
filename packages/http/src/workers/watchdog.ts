import type { Logger } from '../contract/logger.ts';
import { routeName, type NamedRoute } from '../report/findings.ts';

/** Milliseconds that a route may hold the event loop before that is told. */
const LIMIT_MS = 2_000;
/** Milliseconds between two ticks: how exactly a hold is known. */
const TICK_MS = 100;

/**
 * Tells which route has held the event loop. What a handler does before its first `await` is measured; for the rest a
 * timer ticks while requests come, and who goes on when the last tick is long ago has held the loop, or was next. It
 * costs two readings of the clock a request.
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

  /** Before the code of a route runs; gives the time for {@link leave}. */
  enter(): number {
    const now = Date.now();
    this.#isUsed = true;
    if (this.#timer === undefined) this.#start(now);
    else this.#check(now, 'something');
    return now;
  }

  /** Right after it has run, in the same turn of the event loop. */
  leave(route: NamedRoute | undefined, since: number): void {
    const now = Date.now();
    if (now - since > this.#limit)
      this.#warn(now, now - since, route === undefined ? 'something' : routeName(route));
  }

  /** When a route is through that took several turns of the event loop. */
  leaveLate(route: NamedRoute | undefined): void {
    if (this.#timer === undefined || route === undefined) return;
    const now = Date.now();
    if (this.#isLate(now)) this.#check(now, `${routeName(route)}, or what ran right before it,`);
  }

  #start(now: number): void {
    this.#lastTick = now;
    this.#timer = setInterval(() => this.#onTick(), TICK_MS).unref();
  }

  #onTick(): void {
    const now = Date.now();
    this.#check(now, 'something');
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
    // Others that run before the next tick are not to blame.
    this.#lastTick = now;
    this.#logger.warn(
      { held },
      `${who} held the event loop for ${held} ms: no request was answered meanwhile`,
    );
  }
}
