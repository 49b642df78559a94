import type { WorkerCall, WorkerReply } from '../contract/blocking.ts';

/** Start-up data of a thread. */
export interface ThreadData {
  readonly unhandledRejections: 'log' | 'throw';
}

/** A call with the number that its reply refers to. */
export interface NumberedCall extends WorkerCall {
  readonly id: number;
}

/** The reply to a call. Messages that the module itself posts must not be mistaken for one. */
export interface CallReply {
  readonly call: number;
  readonly reply: WorkerReply;
}

/** The thread has imported the module of the call, which starts now. */
export interface CallStarted {
  readonly ready: number;
}

/** An unhandled rejection in the thread. */
export interface UnhandledRejection {
  readonly rejected: Error;
}

/** The request of the current call was cancelled. */
export interface CancelCall {
  readonly kind: 'cancel';
  readonly reason: string;
}
