import { setTimeout as pause } from 'node:timers/promises';
import type { StoredEvent } from '../records/install.ts';
import { StoreError } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';

/** Maximum number of events that are stored with one statement. */
const BATCH_COUNT = 500;
/** Size in bytes at which a batch is full. */
const BATCH_BYTES = 1024 ** 2;

export interface EventWriterOptions {
  /** Called after events have been stored. */
  readonly changed: () => void;
  /** Called with events that cannot be stored. */
  readonly lost: (events: readonly StoredEvent[]) => void;
  /** Called with the first error. */
  readonly reportError: (error: unknown) => void;
  /** Milliseconds between attempts to store events; default: 1 s. */
  readonly retry?: number;
}

/**
 * Stores the events of one installation in order. While events are being stored, or the database cannot be written,
 * further ones are collected.
 */
export class EventWriter {
  readonly #store: Pick<Store, 'append'>;
  readonly #id: number;
  readonly #options: EventWriterOptions;
  readonly #pending: StoredEvent[] = [];
  readonly #finish = new AbortController();
  #pendingBytes = 0;
  #hasFailed = false;
  #running: Promise<void> | undefined;

  constructor(store: Pick<Store, 'append'>, id: number, options: EventWriterOptions) {
    this.#store = store;
    this.#id = id;
    this.#options = options;
  }

  /** The size in bytes of the events that are waiting. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  add(event: StoredEvent): void {
    this.#pending.push(event);
    this.#pendingBytes += Buffer.byteLength(event.data);
    this.#running ??= this.#run();
  }

  /** Stores the events that are waiting. If the database cannot be written, they are lost. */
  async finish(): Promise<void> {
    this.#finish.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#takeBatch();
      try {
        await this.#store.append(this.#id, batch);
        this.#options.changed();
      } catch (error) {
        if (!this.#hasFailed) this.#options.reportError(error);
        this.#hasFailed = true;
        await this.#handleFailure(batch, error);
      }
    }
    this.#running = undefined;
  }

  async #handleFailure(batch: readonly StoredEvent[], error: unknown): Promise<void> {
    const { signal } = this.#finish;
    if (signal.aborted || !(error instanceof StoreError)) {
      this.#options.lost(batch);
      return;
    }
    this.#pending.unshift(...batch);
    for (const { data } of batch) this.#pendingBytes += Buffer.byteLength(data);
    await pause(this.#options.retry ?? 1_000, undefined, { signal, ref: false }).catch(() => undefined);
  }

  #takeBatch(): StoredEvent[] {
    let size = 0;
    let count = 0;
    while (count < this.#pending.length && count < BATCH_COUNT && size < BATCH_BYTES) {
      size += Buffer.byteLength(this.#pending[count]!.data);
      count += 1;
    }
    this.#pendingBytes -= size;
    return this.#pending.splice(0, count);
  }
}
