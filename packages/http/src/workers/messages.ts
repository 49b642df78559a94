import type { WorkerCall, WorkerReply } from '../contract/blocking.ts';

/** What a thread is started with. */
export interface ThreadData {
  readonly unhandledRejections: 'log' | 'throw';
}

/** A call as it is sent: with a number, by which it is answered. */
export interface NumberedCall extends WorkerCall {
  readonly id: number;
}

/** The reply to the call of that number. What the module itself posts is none, and must not pass for one. */
export interface CallReply {
  readonly call: number;
  readonly reply: WorkerReply;
}

/** The thread has imported the module of the call of that number, which begins now. */
export interface CallStarted {
  readonly ready: number;
}

/** A promise was rejected in the thread, and nothing there handled it. */
export interface UnhandledRejection {
  readonly rejected: Error;
}

/** The request of the call was cancelled. */
export interface CancelCall {
  readonly kind: 'cancel';
  readonly reason: string;
}
