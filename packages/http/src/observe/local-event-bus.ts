import type { Logger } from '../contract/logger.ts';
import type { Background } from './background.ts';
import {
  EventBus,
  EventBusError,
  type RequestOptions,
  type Subscriber,
  type Subscription,
} from '../contract/event-bus.ts';

/** Milliseconds that an answer may take when nobody says else. */
const DEFAULT_TIMEOUT = 10_000;

/** The bus of one process. A message is handed over as it is, not copied. */
export class LocalEventBus extends EventBus {
  readonly #logger: Logger;
  readonly #background: Background;
  /** In the order in which they are asked; who was asked goes to the end. */
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
      throw new TypeError(`the subscriber of ${address} is ${typeof subscriber}, not a function`);
    }
    // Of its own, so that a function that subscribes twice is there twice.
    const own: Subscriber = (message: T, at) => subscriber(message, at);
    this.#subscribers.set(address, [...(this.#subscribers.get(address) ?? []), own]);
    return { unsubscribe: () => this.#remove(address, own) };
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
    if (subscriber === undefined) throw new EventBusError('no-subscriber', `nobody subscribes to ${address}`);
    subscribers!.push(subscriber);
    let timer: NodeJS.Timeout | undefined;
    let onAbort = (): void => {};
    try {
      return await new Promise<R>((resolve, reject) => {
        const late = `no answer from ${address} within ${timeout} ms`;
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

  #remove(address: string, own: Subscriber): void {
    const left = (this.#subscribers.get(address) ?? []).filter((each) => each !== own);
    if (left.length === 0) this.#subscribers.delete(address);
    else this.#subscribers.set(address, left);
  }

  #assertOpen(): void {
    if (this.#closed) throw new EventBusError('closed', 'the event bus is closed');
  }
}
