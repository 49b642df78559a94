import type { Connection } from './connection.ts';

/** Bounds in milliseconds for the interval between checks, which is a quarter of the shortest time limit. */
const MAX_INTERVAL = 1_000;
const MIN_INTERVAL = 25;

/** The open connections of a server. One timer checks their time limits. */
export class Connections {
  /**
   * Time of the last check, according to `performance.now()`. Requests use it, because reading the clock for each
   * request would cost more.
   */
  now: number = performance.now();
  readonly #all = new Set<Connection>();
  readonly #interval: number;
  #timer: NodeJS.Timeout | undefined = undefined;

  constructor(limits: readonly number[]) {
    const shortest = Math.min(...limits.filter((limit) => limit > 0), Infinity);
    this.#interval = Math.max(MIN_INTERVAL, Math.min(MAX_INTERVAL, shortest / 4));
  }

  /** Called before a connection is created. */
  open(): void {
    if (this.#timer !== undefined) return;
    this.now = performance.now();
    this.#timer = setInterval(() => this.#check(), this.#interval).unref();
  }

  add(connection: Connection): void {
    this.#all.add(connection);
  }

  delete(connection: Connection): void {
    this.#all.delete(connection);
    if (this.#all.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  closeIdle(): void {
    for (const connection of this.#all) connection.closeIfIdle();
  }

  closeAll(): void {
    for (const connection of this.#all) connection.destroy();
  }

  #check(): void {
    this.now = performance.now();
    for (const connection of this.#all) connection.check(this.now, this.#interval);
  }
}
