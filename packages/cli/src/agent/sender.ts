import type { Send } from './connection.ts';
import type { Orders } from './protocol.ts';
import { retry, wait, type RetryDelays } from './retry.ts';
import type { Spool } from './spool.ts';

export interface SenderOptions {
  readonly send: Send;
  readonly key: string;
  readonly run: number;
  readonly delays: RetryDelays;
  /** Milliseconds between batches, and between requests for orders. */
  readonly interval: number;
  readonly failed: (reason: string) => void;
  /** Called when the administrator has cancelled the run. */
  readonly cancelled: () => void;
}

/** Sends the events of a run while it works. */
export class EventSender {
  readonly #options: SenderOptions;
  readonly #spool: Spool;
  readonly #ended = new AbortController();
  /** The number of the last event that the service has stored. */
  #stored = 0;

  constructor(spool: Spool, options: SenderOptions) {
    this.#spool = spool;
    this.#options = options;
  }

  /** Sends events and asks for orders until `end` is called. Rejects when the service refuses them for good. */
  async follow(signal: AbortSignal): Promise<void> {
    const { send, key, run, interval, cancelled } = this.#options;
    while (!this.#ended.signal.aborted) {
      await this.#sendBatches(AbortSignal.any([signal, this.#ended.signal])).catch((error: unknown) => {
        if (!this.#ended.signal.aborted) throw error;
      });
      if (this.#ended.signal.aborted) return;
      const { work } = (await this.#retry(() => send('/agent/orders', {}, key), signal)) as Orders;
      if (work?.run !== run || work.isCancelled) cancelled();
      await wait(interval, AbortSignal.any([signal, this.#ended.signal])).catch(() =>
        signal.throwIfAborted(),
      );
    }
  }

  /** Ends `follow`. */
  end(): void {
    this.#ended.abort();
  }

  /** Sends all events that the service has not stored. */
  flush(signal: AbortSignal): Promise<void> {
    return this.#sendBatches(signal);
  }

  async #sendBatches(signal: AbortSignal): Promise<void> {
    const { send, key, run } = this.#options;
    while (this.#stored < this.#spool.last) {
      const events = this.#spool.after(this.#stored);
      const { last } = (await this.#retry(
        () => send('/agent/orders/events', { run, events }, key),
        signal,
      )) as {
        readonly last: number;
      };
      this.#stored = last;
    }
  }

  #retry(request: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
    const { delays, failed } = this.#options;
    return retry(request, { delays, signal, failed });
  }
}
