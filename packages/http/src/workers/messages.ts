import type { WorkerCall, WorkerReply } from '../contract/blocking.ts';

/** Start-up data for a thread. */
export interface ThreadData {
  readonly unhandledRejections: 'log' | 'throw';
}

/** A call with the number by which its reply refers to it. */
export interface NumberedCall extends WorkerCall {
  readonly id: number;
}

/** The reply to a call. Its format distinguishes it from messages that the called module posts. */
export interface CallReply {
  readonly call: number;
  readonly reply: WorkerReply;
}

/** Sent when the thread has imported the call's module and is about to start the call. */
export interface CallStarted {
  readonly ready: number;
}

/** Sent when an unhandled rejection occurs in the thread. */
export interface UnhandledRejection {
  readonly rejected: Error;
}

/** Sent to the thread when the request that made the current call is cancelled. */
export interface CancelCall {
  readonly kind: 'cancel';
  readonly reason: string;
}
