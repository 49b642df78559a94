// oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin
import type { Worker } from 'node:worker_threads';
import { isRefusal } from './worker-context.ts';
import type { WorkerCall, WorkerReply } from '../contract/blocking.ts';
import type { CallReply, NumberedCall, CallStarted, UnhandledRejection, ThreadData } from './messages.ts';
import { threadEntry, workerThreads } from './thread-entry.ts';

/** A thread that runs one call at a time. It keeps the process alive only while a call is pending. */
export class WorkerThread {
  readonly #worker: Worker;
  #current: PromiseWithResolvers<WorkerReply> | undefined;
  #onReady: (() => void) | undefined;
  #error: Error | undefined;
  /** The number of the last call. */
  #calls = 0;

  /**
   * `onExit` receives the error that ended the thread, unless a call was rejected with this error. Arguments passed to
   * the process, such as `--import`, also apply to the thread.
   */
  constructor(
    name: string,
    data: ThreadData,
    onRejected: (error: unknown) => void,
    onExit: (fault: Error | undefined) => void,
  ) {
    // A check reports runtimes and bundles without threads at start-up (plan/blocking-findings.ts).
    this.#worker = new (workerThreads()!.Worker)(threadEntry()!, { name, workerData: data });
    this.#worker.unref();
    this.#worker.on(
      'message',
      (message: Partial<CallReply & CallStarted & UnhandledRejection> | null | undefined) => {
        const { call, reply, ready, rejected } = message ?? {};
        if (rejected !== undefined) onRejected(rejected);
        else if (ready !== undefined && ready === this.#calls) this.#onReady?.();
        else if (call === this.#calls) this.#settle((current) => current.resolve(reply!));
      },
    );
    this.#worker.on('messageerror', (error) => this.#settle((current) => current.reject(error)));
    this.#worker.on('error', (error) => {
      this.#error = error as Error;
    });
    this.#worker.on('exit', (code) => {
      const cause = this.#error;
      const isReported = isRefusal(cause) && this.#current !== undefined;
      const options = cause === undefined ? undefined : { cause };
      const ended = `the worker thread ${name} ended with code ${code} during a call`;
      this.#settle((current) => current.reject(isReported ? cause : new Error(ended, options)));
      onExit(isReported ? undefined : cause);
    });
  }

  /**
   * Runs a call. `onReady` is called when the call's module has been imported and the call starts. Throws an error if
   * the arguments cannot be cloned.
   */
  call(call: WorkerCall, onReady: () => void): Promise<WorkerReply> {
    this.#onReady = onReady;
    this.#calls += 1;
    this.#worker.postMessage({ ...call, id: this.#calls } satisfies NumberedCall);
    this.#worker.ref();
    this.#current = Promise.withResolvers();
    return this.#current.promise;
  }

  /** Notifies the thread that the request was cancelled. The thread no longer keeps the process alive. */
  cancel(reason: string): void {
    this.#worker.postMessage({ kind: 'cancel', reason });
    this.#worker.unref();
  }

  /** Terminates the thread, even during a call. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(by: (current: PromiseWithResolvers<WorkerReply>) => void): void {
    const current = this.#current;
    if (current === undefined) return;
    this.#current = undefined;
    this.#worker.unref();
    by(current);
  }
}
