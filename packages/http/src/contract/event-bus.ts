/** Ends a subscription; a second call does nothing. */
export interface Subscription {
  /** Ends the subscription. */
  unsubscribe(): void;
}

/** Options of a request over the event bus. */
export interface RequestOptions {
  /** Time limit for the reply in milliseconds (default: 10,000). */
  readonly timeout?: number;
  /** A signal whose abort rejects the request, such as that of the HTTP request. */
  readonly signal?: AbortSignal;
}

/** A subscriber. The value it returns, or the value its promise resolves with, is the reply to a request. */
export type Subscriber<T = any> = (message: T, address: string) => unknown;

/** The error of a request that got no reply. */
export class EventBusError extends Error {
  readonly code: 'no-subscriber' | 'timeout' | 'closed';

  constructor(code: EventBusError['code'], message: string) {
    super(message);
    this.name = 'EventBusError';
    this.code = code;
  }
}

/**
 * Exchanges messages by address between loosely coupled parts of an application. A toolkit has an in-process
 * bus; for another transport, extend this class and pass it to the toolkit as `eventBus`. Messages then cross
 * process boundaries and should be plain data.
 */
export abstract class EventBus {
  /**
   * Sends the message to every subscriber of the address, after the caller's turn of the event loop. Neither
   * results nor errors of the subscribers reach the caller.
   */
  abstract publish(address: string, message: unknown): void;
  /** Calls the subscriber for each message until it unsubscribes. */
  abstract subscribe<T = unknown>(address: string, subscriber: Subscriber<T>): Subscription;
  /**
   * Sends the message to one subscriber of the address, in rotation, and resolves with its reply. Rejects
   * with the subscriber's error, with the reason of the signal, or with an `EventBusError` if there is no
   * subscriber or the reply is late.
   */
  abstract request<R = unknown>(address: string, message: unknown, options?: RequestOptions): Promise<R>;
  /** Ends all subscriptions; later requests are rejected. */
  abstract close(): void | Promise<void>;
}
