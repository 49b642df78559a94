import { HttpError } from '../errors/http-error.ts';
import type { Logger } from '../contract/logger.ts';
import type { WorkerCall, WorkerReply } from '../contract/blocking.ts';
import { UNHANDLED_REJECTION } from '../errors/unhandled-rejection.ts';
import { CallQueue } from './call-queue.ts';
import { uncloneableCall } from './uncloneable-arguments.ts';
import { refuseInThread } from './worker-context.ts';
import { MAX_TIMER_MS, type PoolSettings } from './pool-settings.ts';
import { WorkerThread } from './worker-thread.ts';

/** Maximum number of waiting calls per route. */
const MAX_WAITING = 1_000;

/**
 * Minimum time limit in milliseconds for starting a thread and importing a module, which can take several seconds on
 * slow machines.
 */
const MIN_START_MS = 60_000;

interface PoolJob {
  readonly call: WorkerCall;
  /** Identifies the route of the call, in messages and for fair sharing. */
  readonly label: string;
  readonly signal: AbortSignal;
  /** Number of milliseconds for which a cancelled call may continue. If undefined, it may run until its time limit. */
  readonly cancelLimit: number | undefined;
  readonly result: PromiseWithResolvers<WorkerReply>;
  timer: NodeJS.Timeout | undefined;
  begun: boolean;
}

/**
 * Runs calls in worker threads. If there are several routes, a route gets another thread only if the number of free
 * threads is greater than the number of threads that it already uses, so that threads remain for the other routes. A
 * free thread serves the waiting route that uses the fewest threads.
 */
export class WorkerPool {
  readonly #settings: PoolSettings;
  readonly #logger: Logger;
  readonly #threads = new Set<WorkerThread>();
  readonly #idle: WorkerThread[] = [];
  readonly #waiting = new CallQueue<PoolJob>(MAX_WAITING);
  /** Number of threads that each route uses, by label. */
  readonly #running = new Map<string, number>();
  /** Labels of all routes that have run calls. */
  readonly #labels = new Set<string>();
  /** Labels of routes whose last call took too long. */
  readonly #overdue = new Set<string>();
  #isShared = false;
  #started = 0;
  #closed = false;

  constructor(settings: PoolSettings, logger: Logger) {
    this.#settings = settings;
    this.#logger = logger;
  }

  /** Number of threads. */
  get size(): number {
    return this.#threads.size;
  }

  /**
   * Runs a call. Rejects with an `HttpError` with status 503 if the call waits or runs for too long; if it runs for too
   * long, its thread is terminated. Rejects with a plain error if the thread dies. With `cancelLimit`, the thread is
   * also terminated if the call is still running this number of milliseconds after it was cancelled. If `run` is called
   * in a worker thread, that thread ends.
   */
  run(call: WorkerCall, label: string, signal: AbortSignal, cancelLimit?: number): Promise<WorkerReply> {
    const refused = refuseInThread('runs blocking routes');
    if (refused !== undefined) return refused;
    if (this.#closed) return Promise.reject(new HttpError('unavailable', 'the worker pool is closed'));
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    this.#labels.add(label);
    this.#isShared ||= call.shared || this.#labels.size > 1;
    const job: PoolJob = {
      call,
      label,
      signal,
      cancelLimit,
      result: Promise.withResolvers(),
      timer: undefined,
      begun: false,
    };
    if (!this.#waiting.add(job)) {
      const message = `${MAX_WAITING} calls of this route are waiting for a worker thread`;
      return Promise.reject(new HttpError('unavailable', message));
    }
    this.#startWaiting();
    if (!job.begun) this.#wait(job);
    return job.result.promise;
  }

  /** Terminates all threads and their calls. Waiting calls are rejected with 503. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new HttpError('unavailable', 'the worker pool was closed');
    for (const job of this.#waiting.clear()) {
      clearTimeout(job.timer);
      job.result.reject(closed);
    }
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  /** Starts waiting calls while threads are available. */
  #startWaiting(): void {
    while (!this.#closed && (this.#idle.length > 0 || this.#threads.size < this.#settings.size)) {
      const job = this.#waiting.take((label) => this.#rankOf(label));
      if (job === undefined) return;
      clearTimeout(job.timer);
      void this.#start(job, this.#idle.pop() ?? this.#newThread());
    }
  }

  /**
   * Returns the number of threads that a route uses, plus a half if its last call took too long. Returns `Infinity` if
   * the route must not get another thread.
   */
  #rankOf(label: string): number {
    const running = this.#running.get(label) ?? 0;
    const free = this.#idle.length + this.#settings.size - this.#threads.size;
    if (this.#isShared && running >= free) return Infinity;
    return this.#overdue.has(label) ? running + 0.5 : running;
  }

  #newThread(): WorkerThread {
    this.#started += 1;
    const name = `${this.#settings.name}-${this.#started}`;
    const { unhandledRejections } = this.#settings;
    const thread: WorkerThread = new WorkerThread(
      name,
      { unhandledRejections },
      (error) => this.#logger.error({ thread: name, error }, UNHANDLED_REJECTION),
      (fault) => this.#onExit(thread, name, fault),
    );
    this.#threads.add(thread);
    return thread;
  }

  #wait(job: PoolJob): void {
    // The time is longer than the time limit for a call, so that an overdue call is terminated first.
    const time = Math.min(2 * this.#settings.time, MAX_TIMER_MS);
    const leave = (): boolean => {
      if (!this.#waiting.delete(job)) return false;
      clearTimeout(job.timer);
      return true;
    };
    job.timer = setTimeout(() => {
      leave();
      job.result.reject(new HttpError('unavailable', `no worker thread was free within ${time} ms`));
    }, time);
    const onAbort = (): void => {
      // If the call has started in the meantime, `#start` cancels it in its thread instead.
      if (leave()) job.result.reject(job.signal.reason);
    };
    job.signal.addEventListener('abort', onAbort, { once: true });
  }

  async #start(job: PoolJob, thread: WorkerThread): Promise<void> {
    const { time } = this.#settings;
    const { signal, label, result } = job;
    job.begun = true;
    const release = this.#countThread(label);
    const terminate = (): void => {
      this.#removeThread(thread);
      void thread.end();
      release();
    };
    let cancelTimer: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      thread.cancel(reasonMessage(signal.reason));
      if (job.cancelLimit === undefined) return;
      cancelTimer = setTimeout(() => {
        result.reject(signal.reason);
        terminate();
      }, job.cancelLimit);
    };
    const limit = (longest: number, doing: string): void => {
      if (!this.#threads.has(thread)) return;
      clearTimeout(job.timer);
      job.timer = setTimeout(() => {
        this.#logger.error(
          { route: label, limit: longest },
          'a worker thread took too long and was terminated',
        );
        result.reject(new HttpError('unavailable', `a worker thread took longer than ${longest} ms${doing}`));
        this.#overdue.add(label);
        terminate();
      }, longest);
    };
    limit(Math.max(time, MIN_START_MS), ' to start');
    try {
      const reply = this.#send(job, thread, () => limit(time, ''));
      signal.addEventListener('abort', onAbort);
      result.resolve(await reply);
    } catch (error) {
      result.reject(error);
    } finally {
      clearTimeout(job.timer);
      clearTimeout(cancelTimer);
      signal.removeEventListener('abort', onAbort);
      if (this.#threads.has(thread)) {
        this.#idle.push(thread);
        this.#overdue.delete(label);
      }
      release();
    }
  }

  #send({ call, label }: PoolJob, thread: WorkerThread, onReady: () => void): Promise<WorkerReply> {
    try {
      return thread.call(call, onReady);
    } catch (cause) {
      throw uncloneableCall(call, label, cause);
    }
  }

  /** Counts a thread for the route until the returned function is called. */
  #countThread(label: string): () => void {
    this.#running.set(label, (this.#running.get(label) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = this.#running.get(label)! - 1;
      if (left === 0) this.#running.delete(label);
      else this.#running.set(label, left);
      this.#startWaiting();
    };
  }

  /** Removes a thread that has ended. The next waiting call starts another one. */
  #onExit(thread: WorkerThread, name: string, error: Error | undefined): void {
    this.#removeThread(thread);
    if (error !== undefined) this.#logger.error({ thread: name, error }, 'a worker thread died');
    this.#startWaiting();
  }

  #removeThread(thread: WorkerThread): void {
    this.#threads.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}

function reasonMessage(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
