/** Ends a subscription; a second call does nothing. */
export interface Subscription {
  /** Ends the subscription. */
  unsubscribe(): void;
}

/** Options of a request over the event bus. */
export interface RequestOptions {
  /** Time limit for the reply in milliseconds (default: 10 s). */
  readonly timeout?: number;
  /** Rejects the request when it aborts; for example, the signal of the HTTP request. */
  readonly signal?: AbortSignal;
}

/** A subscriber; its result, or the promise it returns, is the reply to a request. */
export type Subscriber<T = any> = (message: T, address: string) => unknown;

/** Why a message was not answered. */
export class EventBusError extends Error {
  readonly code: 'no-subscriber' | 'timeout' | 'closed';

  constructor(code: EventBusError['code'], message: string) {
    super(message);
    this.name = 'EventBusError';
    this.code = code;
  }
}

/**
 * Messages by address, between parts of an application that need not know each other. A toolkit has an in-process bus;
 * for another transport, extend this class and pass it to the toolkit as `eventBus`. Messages then cross processes and
 * should be plain data.
 */
export abstract class EventBus {
  /** Every subscriber of the address gets it, after the caller's turn; what they do and whether they fail is theirs. */
  abstract publish(address: string, message: unknown): void;
  /** Calls for each message until it is unsubscribed. */
  abstract subscribe<T = unknown>(address: string, subscriber: Subscriber<T>): Subscription;
  /**
   * Sends the message to one subscriber of the address, in rotation, and resolves with its reply. Rejects with the
   * subscriber's error, with the reason of the signal, or with an `EventBusError` if there is no subscriber or no reply
   * in time.
   */
  abstract request<R = unknown>(address: string, message: unknown, options?: RequestOptions): Promise<R>;
  /** Ends all subscriptions; later requests are rejected. */
  abstract close(): void | Promise<void>;
}
