/** Ends a subscription; a second call does nothing. */
export interface Subscription {
  /** Ends the subscription. */
  unsubscribe(): void;
}

/** Options of a request over the event bus. */
export interface RequestOptions {
  /** Milliseconds that the answer may take; 10 s when not given. */
  readonly timeout?: number;
  /** Gives up when it aborts: the request's own, say. */
  readonly signal?: AbortSignal;
}

/** A subscriber; what it gives, or promises, is the answer to a request. */
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
 * Messages by address, between parts of an application that need not know each other. A toolkit has one in process;
 * another transport fills this class and is given to the toolkit as `eventBus`. A message then crosses processes: let
 * it be plain data.
 */
export abstract class EventBus {
  /** Every subscriber of the address gets it, after the caller's turn; what they do and whether they fail is theirs. */
  abstract publish(address: string, message: unknown): void;
  /** Calls for each message until it is unsubscribed. */
  abstract subscribe<T = unknown>(address: string, subscriber: Subscriber<T>): Subscription;
  /**
   * One subscriber of the address, in turn, gets it and answers. Rejects with what the subscriber threw, with the
   * signal's reason, or with `EventBusError`: nobody subscribes, or no answer came in time.
   */
  abstract request<R = unknown>(address: string, message: unknown, options?: RequestOptions): Promise<R>;
  /** Ends all subscriptions and refuses what is asked later. */
  abstract close(): void | Promise<void>;
}
