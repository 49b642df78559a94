import type { Logger } from '../logger.ts';
import type { Route } from '../route.ts';
import { nameOf } from '../table/findings.ts';

/** Milliseconds that a route may hold the event loop before that is told. */
const LIMIT = 2_000;
/** Milliseconds between two ticks: how exactly a hold is known. */
const TICK = 100;

/**
 * Tells which route has held the event loop. A timer ticks while requests come; who finds the last tick to be long ago,
 * right after the code of a route has run, has found the route. It costs a reading of the clock a request.
 */
export class Watchdog {
  readonly #logger: Logger;
  readonly #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #tick = 0;
  #used = false;

  constructor(logger: Logger, limit: number = LIMIT) {
    this.#logger = logger;
    this.#limit = limit;
  }

  /** Before the code of a route runs. */
  enter(): void {
    this.#used = true;
    if (this.#timer === undefined) this.#start();
  }

  /** Right after it has run, in the same turn of the event loop. */
  leave(route: Route | undefined): void {
    const held = Date.now() - this.#tick;
    if (held > this.#limit + TICK && this.#timer !== undefined) this.#tell(route, held);
  }

  #start(): void {
    this.#tick = Date.now();
    this.#timer = setInterval(() => this.#look(), TICK).unref();
  }

  #look(): void {
    const held = Date.now() - this.#tick;
    // Code of a route that is not over yet, or code of no route.
    if (held > this.#limit + TICK) this.#tell(undefined, held);
    this.#tick = Date.now();
    if (!this.#used) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#used = false;
  }

  #tell(route: Route | undefined, held: number): void {
    // Others that run before the next tick are not to blame.
    this.#tick = Date.now();
    const data = { ...(route && { route: nameOf(route) }), held };
    const who = route === undefined ? 'something' : nameOf(route);
    this.#logger.warn(
      data,
      `${who} held the event loop for ${held} ms: no other request was answered meanwhile`,
    );
  }
}
