import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery, Outbox } from '../store/outbox.ts';
import { VERSION } from '../version.ts';
import type { Endpoint } from './endpoints.ts';
import { signatureHeaders } from './sign.ts';

export interface WebhooksOptions {
  readonly outbox: Pick<Outbox, 'next' | 'reserve' | 'remove' | 'postpone' | 'cancel'>;
  readonly endpoints: readonly Endpoint[];
  readonly now: () => Date;
  readonly reportError: (message: string, error: unknown) => void;
  /** Replaces `fetch` in tests. */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds within which a receiver must respond; default: 15 s. */
  readonly limit?: number;
  /** Milliseconds between attempts to write to the database; default: 5 s. */
  readonly writePause?: number;
}

/** Deliveries since the service started. */
export interface DeliveryCounts {
  readonly delivered: number;
  /** Failed attempts. */
  readonly failed: number;
  /** Webhooks that were abandoned after the last attempt. */
  readonly dropped: number;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Milliseconds between the attempts; after the last attempt, a webhook is abandoned. */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  300 * SECOND,
  1800 * SECOND,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
];
/** Maximum length of one pause in milliseconds, because a timer is not exact over a whole day. */
const LONGEST_PAUSE = 60 * SECOND;
/** Default pause in milliseconds after a failed write to the database. */
const WRITE_PAUSE = 5 * SECOND;
/** Milliseconds for which a webhook that is being sent is reserved, so that no other server sends it. */
const RESERVATION = 60 * SECOND;
/** The status that a receiver returns to cancel its webhooks. */
const GONE = 410;

/** Sends webhooks about changes to installations, one at a time to each receiver. */
export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #stop = new AbortController();
  readonly #counts = { delivered: 0, failed: 0, dropped: 0 };
  #changed = Promise.withResolvers<void>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  get counts(): DeliveryCounts {
    return { ...this.#counts };
  }

  /** Starts sending, beginning with the webhooks that an earlier service left. */
  begin(): void {
    this.#running = Promise.all(this.#options.endpoints.map((endpoint) => this.#serve(endpoint)));
  }

  /** Looks for new webhooks. */
  wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Stops sending and cancels the attempts that are in progress; the next service repeats them. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#running;
  }

  async #serve(endpoint: Endpoint): Promise<void> {
    const { outbox, now, reportError } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const changed = this.#changed.promise;
      const next = await this.#read(endpoint);
      const wait = next === undefined ? LONGEST_PAUSE : next.due - now().getTime();
      if (next === undefined || wait > 0) {
        await this.#wait(Math.min(wait, LONGEST_PAUSE), changed);
        continue;
      }
      const isReserved = await this.#write(endpoint, () =>
        outbox.reserve(next, now().getTime() + RESERVATION),
      );
      if (!isReserved) {
        await this.#wait(this.#options.writePause ?? WRITE_PAUSE);
        continue;
      }
      const status = await this.#attempt(endpoint, next);
      if (signal.aborted) return;
      if (status === GONE) {
        reportError(`The webhook receiver ${originOf(endpoint)} no longer accepts webhooks (410)`, undefined);
        await this.#write(endpoint, async () => {
          await outbox.cancel(endpoint.id);
          return true;
        });
        return;
      }
      // Without this pause, a full disk would lead to the same attempt again and again.
      const isSettled = await this.#write(endpoint, () => this.#settle(endpoint, next, status));
      if (!isSettled) await this.#wait(this.#options.writePause ?? WRITE_PAUSE);
    }
  }

  /** Runs a write; returns false if the database cannot be written, which must not end the service. */
  async #write(endpoint: Endpoint, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      this.#options.reportError(`The webhooks for ${originOf(endpoint)} cannot be stored`, error);
      return false;
    }
  }

  /**
   * Returns the next webhook; undefined if there is none, or if the database cannot be read, which must not end the
   * service.
   */
  async #read(endpoint: Endpoint): Promise<Delivery | undefined> {
    try {
      return await this.#options.outbox.next(endpoint.id);
    } catch (error) {
      this.#options.reportError(`The webhooks for ${originOf(endpoint)} cannot be read`, error);
      return undefined;
    }
  }

  /** Returns the status of the response; undefined if there was none. */
  async #attempt({ url, key }: Endpoint, { id, body }: Delivery): Promise<number | undefined> {
    const { now, fetch = globalThis.fetch, limit = 15 * SECOND } = this.#options;
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': `writ/${VERSION}`,
          ...signatureHeaders({ id, body }, key, now()),
        },
        // A redirect could lead to an address that the operator has not chosen.
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(limit)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return undefined;
    }
  }

  /** Records the result of an attempt; returns whether the database could be written. */
  async #settle(
    endpoint: Endpoint,
    { number, attempts }: Delivery,
    status: number | undefined,
  ): Promise<boolean> {
    const { outbox, now, reportError } = this.#options;
    if (status !== undefined && status >= 200 && status < 300) {
      this.#counts.delivered += 1;
      return outbox.remove(number);
    }
    this.#counts.failed += 1;
    const delay = RETRY_DELAYS[attempts];
    if (delay !== undefined) return outbox.postpone(number, attempts + 1, now().getTime() + delay);
    this.#counts.dropped += 1;
    reportError(
      `A webhook to ${originOf(endpoint)} was abandoned after ${attempts + 1} attempts; the last one ended with ${status ?? 'no response'}`,
      undefined,
    );
    return outbox.remove(number);
  }

  async #wait(milliseconds: number, changed?: Promise<void>): Promise<void> {
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, stop.signal]);
    const timer = pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race(changed === undefined ? [timer] : [timer, changed]);
    stop.abort();
  }
}

/** Returns the address without its path and query, which may contain a key. */
function originOf({ url }: Endpoint): string {
  return new URL(url).origin;
}
