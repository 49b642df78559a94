/** A subscription to an address of the event bus. */
export interface Subscription {
  /** Ends the subscription. A second call has no effect. */
  unsubscribe(): void;
}

/** Options for a request over the event bus. */
export interface RequestOptions {
  /** Time limit for the reply in milliseconds (default: 10,000). */
  readonly timeout?: number;
  /** A signal that cancels the request when it is aborted, such as the HTTP request's signal. */
  readonly signal?: AbortSignal;
}

/**
 * A subscriber. If the message is a request, the reply is the value that the subscriber returns, or to which its
 * promise resolves.
 */
export type Subscriber<T = any> = (message: T, address: string) => unknown;

/** The error for a request that receives no reply, and for calls after the bus is closed. */
export class EventBusError extends Error {
  readonly code: 'no-subscriber' | 'timeout' | 'closed';

  constructor(code: EventBusError['code'], message: string) {
    super(message);
    this.name = 'EventBusError';
    this.code = code;
  }
}

/**
 * Exchanges messages by address between loosely coupled parts of an application. By default, a toolkit has an
 * in-process bus. To use another transport, extend this class and pass an instance to the toolkit as `eventBus`.
 * Messages that leave the process should be plain data.
 */
export abstract class EventBus {
  /**
   * Sends the message to every subscriber of the address once the caller's synchronous code has finished. The results
   * and errors of the subscribers do not reach the caller.
   */
  abstract publish(address: string, message: unknown): void;
  /** Calls the subscriber for each message until it unsubscribes. */
  abstract subscribe<T = unknown>(address: string, subscriber: Subscriber<T>): Subscription;
  /**
   * Sends the message to one subscriber of the address, chosen in rotation, and resolves with its reply. Rejects with
   * the subscriber's error, the signal's reason, or an `EventBusError` if the address has no subscriber, no reply
   * arrives in time, or the bus is closed.
   */
  abstract request<R = unknown>(address: string, message: unknown, options?: RequestOptions): Promise<R>;
  /** Ends all subscriptions. Later calls to `publish` and `subscribe` throw, and later requests are rejected. */
  abstract close(): void | Promise<void>;
}
