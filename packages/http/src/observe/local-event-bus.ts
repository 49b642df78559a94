import type { Logger } from '../contract/logger.ts';
import type { Background } from './background.ts';
import {
  EventBus,
  EventBusError,
  type RequestOptions,
  type Subscriber,
  type Subscription,
} from '../contract/event-bus.ts';

/** Default time limit for a reply in milliseconds. */
const DEFAULT_TIMEOUT = 10_000;

/** An event bus within one process. Messages are passed by reference, not copied. */
export class LocalEventBus extends EventBus {
  readonly #logger: Logger;
  readonly #background: Background;
  /**
   * Subscribers by address, in the order in which they receive requests. The subscriber that receives a request moves
   * to the end.
   */
  readonly #subscribers = new Map<string, Subscriber[]>();
  #closed = false;

  constructor(logger: Logger, background: Background) {
    super();
    this.#logger = logger;
    this.#background = background;
  }

  publish(address: string, message: unknown): void {
    this.#assertOpen();
    for (const subscriber of this.#subscribers.get(address) ?? []) {
      const deliver = (): unknown => subscriber(message, address);
      const failed = (error: unknown): void => this.#logger.error({ address, error }, 'a subscriber failed');
      this.#background.run(address, () => Promise.resolve().then(deliver), failed);
    }
  }

  subscribe<T = unknown>(address: string, subscriber: Subscriber<T>): Subscription {
    this.#assertOpen();
    if (typeof subscriber !== 'function') {
      throw new TypeError(`the subscriber for ${address} must be a function, not ${typeof subscriber}`);
    }
    // The wrapper allows one function to subscribe twice.
    const entry: Subscriber = (message: T, at) => subscriber(message, at);
    this.#subscribers.set(address, [...(this.#subscribers.get(address) ?? []), entry]);
    return { unsubscribe: () => this.#remove(address, entry) };
  }

  async request<R = unknown>(
    address: string,
    message: unknown,
    { timeout = DEFAULT_TIMEOUT, signal }: RequestOptions = {},
  ): Promise<R> {
    this.#assertOpen();
    signal?.throwIfAborted();
    const subscribers = this.#subscribers.get(address);
    const subscriber = subscribers?.shift();
    if (subscriber === undefined) throw new EventBusError('no-subscriber', `no subscriber for ${address}`);
    subscribers!.push(subscriber);
    let timer: NodeJS.Timeout | undefined;
    let onAbort = (): void => {};
    try {
      return await new Promise<R>((resolve, reject) => {
        const late = `no reply from ${address} within ${timeout} ms`;
        timer = setTimeout(() => reject(new EventBusError('timeout', late)), timeout);
        onAbort = () => reject(signal!.reason as Error);
        signal?.addEventListener('abort', onAbort);
        Promise.resolve()
          .then(() => subscriber(message, address) as R | PromiseLike<R>)
          .then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    this.#closed = true;
    this.#subscribers.clear();
  }

  #remove(address: string, entry: Subscriber): void {
    const others = (this.#subscribers.get(address) ?? []).filter((each) => each !== entry);
    if (others.length === 0) this.#subscribers.delete(address);
    else this.#subscribers.set(address, others);
  }

  #assertOpen(): void {
    if (this.#closed) throw new EventBusError('closed', 'the event bus is closed');
  }
}
