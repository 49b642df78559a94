/** A subscription to an address of the event bus. */
export interface Subscription {
  /** Ends the subscription. A second call has no effect. */
  unsubscribe(): void;
}

/** Options for a request over the event bus. */
export interface RequestOptions {
  /** Time limit for the reply in milliseconds (default: 10,000). */
  readonly timeout?: number;
  /** A signal that rejects the request when aborted, such as the signal of the HTTP request. */
  readonly signal?: AbortSignal;
}

/** A subscriber. If the message is a request, the value it returns, or with which its promise resolves, is the reply. */
export type Subscriber<T = any> = (message: T, address: string) => unknown;

/** Rejects a request that received no reply. */
export class EventBusError extends Error {
  readonly code: 'no-subscriber' | 'timeout' | 'closed';

  constructor(code: EventBusError['code'], message: string) {
    super(message);
    this.name = 'EventBusError';
    this.code = code;
  }
}

/**
 * Exchanges messages by address between loosely coupled parts of an application. A toolkit has an in-process bus. To
 * use another transport, extend this class and pass an instance to the toolkit as `eventBus`. Its messages should be
 * plain data if they leave the process.
 */
export abstract class EventBus {
  /**
   * Sends the message to every subscriber of the address after the caller's turn of the event loop. Results and errors
   * of the subscribers do not reach the caller.
   */
  abstract publish(address: string, message: unknown): void;
  /** Calls the subscriber for each message until it unsubscribes. */
  abstract subscribe<T = unknown>(address: string, subscriber: Subscriber<T>): Subscription;
  /**
   * Sends the message to the subscribers of the address in rotation, to one per request, and resolves with the reply.
   * Rejects with the subscriber's error, the signal's reason, or an `EventBusError` if the address has no subscriber or
   * the reply is late.
   */
  abstract request<R = unknown>(address: string, message: unknown, options?: RequestOptions): Promise<R>;
  /** Ends all subscriptions. Later requests are rejected. */
  abstract close(): void | Promise<void>;
}
