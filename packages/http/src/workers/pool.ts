import { HttpError } from '../errors/http-error.ts';
import type { Logger } from '../contract/logger.ts';
import type { WorkerCall, WorkerReply } from '../contract/blocking.ts';
import { UNHANDLED_REJECTION } from '../errors/unhandled-rejection.ts';
import { CallQueue } from './call-queue.ts';
import { uncloneableCall } from './uncloneable-arguments.ts';
import { refuseInThread } from './worker-context.ts';
import { MAX_TIMER_MS, type PoolSettings } from './pool-settings.ts';
import { WorkerThread } from './worker-thread.ts';

/** Calls of one route that wait for a thread, at most. */
const MAX_WAITING = 1_000;

/** Milliseconds that a thread may take at least to start and to import a module; slow machines need some of them. */
const MIN_START_MS = 60_000;

interface PoolJob {
  readonly call: WorkerCall;
  /** The route, for messages and for its share of the threads. */
  readonly label: string;
  readonly signal: AbortSignal;
  readonly result: PromiseWithResolvers<WorkerReply>;
  timer: NodeJS.Timeout | undefined;
  begun: boolean;
}

/**
 * Runs calls in worker threads. Of several routes, one takes another thread only while more are free than it has, so that
 * its calls leave threads to the others; a thread that gets free serves the waiting route that has the fewest.
 */
export class WorkerPool {
  readonly #settings: PoolSettings;
  readonly #logger: Logger;
  readonly #threads = new Set<WorkerThread>();
  readonly #idle: WorkerThread[] = [];
  readonly #waiting = new CallQueue<PoolJob>(MAX_WAITING);
  /** How many threads each route has, by its label. */
  readonly #running = new Map<string, number>();
  /** The labels of all routes that have called. */
  readonly #labels = new Set<string>();
  /** The labels of routes whose last call took too long. */
  readonly #overdue = new Set<string>();
  #isShared = false;
  #started = 0;
  #closed = false;

  constructor(settings: PoolSettings, logger: Logger) {
    this.#settings = settings;
    this.#logger = logger;
  }

  /** How many threads there are. */
  get size(): number {
    return this.#threads.size;
  }

  /**
   * Rejects with `HttpError` 503 when the call had to wait or took too long: then its thread is ended. A thread that dies
   * is a plain error. In a worker thread it ends the thread.
   */
  run(call: WorkerCall, label: string, signal: AbortSignal): Promise<WorkerReply> {
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
      result: Promise.withResolvers(),
      timer: undefined,
      begun: false,
    };
    if (!this.#waiting.add(job)) {
      const message = `${MAX_WAITING} calls of this route wait for a worker thread`;
      return Promise.reject(new HttpError('unavailable', message));
    }
    this.#startWaiting();
    if (!job.begun) this.#wait(job);
    return job.result.promise;
  }

  /** Ends all threads, and what they do; what waits is answered with 503. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new HttpError('unavailable', 'the worker pool was closed');
    for (const job of this.#waiting.clear()) {
      clearTimeout(job.timer);
      job.result.reject(closed);
    }
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  /** Begins waiting calls as long as there are threads for them. */
  #startWaiting(): void {
    while (!this.#closed && (this.#idle.length > 0 || this.#threads.size < this.#settings.size)) {
      const job = this.#waiting.take((label) => this.#rankOf(label));
      if (job === undefined) return;
      clearTimeout(job.timer);
      void this.#start(job, this.#idle.pop() ?? this.#newThread());
    }
  }

  /** How many threads the route has, and a half when its last call was ended; `Infinity` when it has its share. */
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
    // Long enough to wait for the end of a call that takes too long.
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
      // It may have begun meanwhile; then the thread is aborted instead.
      if (leave()) job.result.reject(job.signal.reason);
    };
    job.signal.addEventListener('abort', onAbort, { once: true });
  }

  async #start(job: PoolJob, thread: WorkerThread): Promise<void> {
    const { time } = this.#settings;
    const { signal, label, result } = job;
    job.begun = true;
    const release = this.#countThread(label);
    const onAbort = (): void => thread.cancel(reasonMessage(signal.reason));
    const limit = (longest: number, doing: string): void => {
      if (!this.#threads.has(thread)) return;
      clearTimeout(job.timer);
      job.timer = setTimeout(() => {
        this.#logger.error({ route: label, limit: longest }, 'a worker thread took too long and was ended');
        result.reject(new HttpError('unavailable', `a worker thread took longer than ${longest} ms${doing}`));
        this.#overdue.add(label);
        this.#removeThread(thread);
        void thread.end();
        release();
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

  /** Counts a thread for the route, until the returned function is called. */
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

  /** It ended; another one takes its place when a call waits. */
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
