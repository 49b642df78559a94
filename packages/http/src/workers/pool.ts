import { HttpError } from '../errors/http-error.ts';
import type { Logger } from '../contract/logger.ts';
import { UNHANDLED } from '../errors/unhandled-rejection.ts';
import { refusedInThread } from './inside.ts';
import { valueOf, type Reply } from './messages.ts';
import type { WorkerCall } from '../contract/blocking.ts';
import { WorkerThread } from './worker-thread.ts';

export interface PoolSettings {
  /** Threads at most; each is started when it is needed first. */
  readonly size: number;
  /** Milliseconds that a call may wait for a thread, and then take. */
  readonly time: number;
  /** What the threads are called, with a number behind. */
  readonly name: string;
  /** See `ToolkitOptions`. */
  readonly unhandledRejections: 'log' | 'throw';
}

export interface PoolOptions {
  readonly workerPoolSize?: number;
  readonly maxExecuteTime?: number;
  readonly workerPoolName?: string;
  readonly unhandledRejections?: 'log' | 'throw';
}

/** Throws a `RangeError` for what no pool can be. */
export function poolOf({
  workerPoolSize: size = 20,
  maxExecuteTime: time = 60_000,
  workerPoolName: name = 'writ-worker',
  unhandledRejections = 'log',
}: PoolOptions): PoolSettings {
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new RangeError(`workerPoolSize is a whole number from 1 on, not ${String(size)}`);
  }
  if (!Number.isFinite(time) || time < 1 || time > LONGEST) {
    throw new RangeError(`maxExecuteTime is from 1 to ${LONGEST} ms, not ${String(time)}`);
  }
  return { size, time, name, unhandledRejections };
}

/** What a timer can wait for. */
const LONGEST = 2 ** 31 - 1;

interface Job {
  readonly call: WorkerCall;
  /** The route, for messages. */
  readonly label: string;
  readonly signal: AbortSignal;
  readonly result: PromiseWithResolvers<unknown>;
  timer: NodeJS.Timeout | undefined;
}

/** Runs calls in worker threads: each in a free one, else a new one, else after those that wait. */
export class WorkerPool {
  readonly #settings: PoolSettings;
  readonly #logger: Logger;
  readonly #threads = new Set<WorkerThread>();
  readonly #idle: WorkerThread[] = [];
  readonly #waiting = new Set<Job>();
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
   * Rejects with what the call threw, and with `HttpError` 503 when it had to wait or took too long: then its thread is
   * ended. A thread that dies is a plain error. In a worker thread
   * it ends the thread.
   */
  run(call: WorkerCall, label: string, signal: AbortSignal): Promise<unknown> {
    const refused = refusedInThread('runs blocking routes');
    if (refused !== undefined) return refused;
    if (this.#closed) return Promise.reject(new HttpError('unavailable', 'the worker pool is closed'));
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const job: Job = { call, label, signal, result: Promise.withResolvers(), timer: undefined };
    const thread = this.#free();
    if (thread === undefined) this.#wait(job);
    else void this.#start(job, thread);
    return job.result.promise;
  }

  /** Ends all threads, and what they do; what waits is answered with 503. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new HttpError('unavailable', 'the worker pool was closed');
    for (const job of this.#waiting) {
      clearTimeout(job.timer);
      job.result.reject(closed);
    }
    this.#waiting.clear();
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  #free(): WorkerThread | undefined {
    const idle = this.#idle.pop();
    if (idle !== undefined || this.#threads.size >= this.#settings.size) return idle;
    this.#started += 1;
    const name = `${this.#settings.name}-${this.#started}`;
    const { unhandledRejections } = this.#settings;
    const thread: WorkerThread = new WorkerThread(
      name,
      { unhandledRejections },
      (error) => this.#logger.error({ thread: name, error }, UNHANDLED),
      (fault) => this.#gone(thread, name, fault),
    );
    this.#threads.add(thread);
    return thread;
  }

  #wait(job: Job): void {
    const { time } = this.#settings;
    const leave = (): boolean => {
      clearTimeout(job.timer);
      return this.#waiting.delete(job);
    };
    this.#waiting.add(job);
    job.timer = setTimeout(() => {
      leave();
      job.result.reject(new HttpError('unavailable', `no worker thread was free within ${time} ms`));
    }, time);
    const onAbort = (): void => {
      // It may have begun meanwhile; then the thread is told instead.
      if (leave()) job.result.reject(job.signal.reason);
    };
    job.signal.addEventListener('abort', onAbort, { once: true });
  }

  async #start(job: Job, thread: WorkerThread): Promise<void> {
    const { time } = this.#settings;
    const { signal, label, result } = job;
    const onAbort = (): void => thread.cancel(messageOf(signal.reason));
    job.timer = setTimeout(() => {
      this.#logger.error({ route: label, limit: time }, 'a worker thread took too long and was ended');
      result.reject(new HttpError('unavailable', `a worker thread took longer than ${time} ms`));
      this.#drop(thread);
      void thread.end();
    }, time);
    try {
      const reply = this.#send(job, thread);
      signal.addEventListener('abort', onAbort);
      result.resolve(valueOf(await reply));
    } catch (error) {
      result.reject(error);
    } finally {
      clearTimeout(job.timer);
      signal.removeEventListener('abort', onAbort);
      this.#release(thread);
    }
  }

  #send({ call, label }: Job, thread: WorkerThread): Promise<Reply> {
    try {
      return thread.call(call);
    } catch (cause) {
      const why = messageOf(cause);
      throw new TypeError(`the arguments of ${label} cannot be cloned to a worker thread: ${why}`, { cause });
    }
  }

  #release(thread: WorkerThread): void {
    if (!this.#threads.has(thread)) return;
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#idle.push(thread);
      return;
    }
    this.#begin(next, thread);
  }

  /** It ended; another one takes its place when somebody waits. */
  #gone(thread: WorkerThread, name: string, error: Error | undefined): void {
    this.#drop(thread);
    if (error !== undefined) this.#logger.error({ thread: name, error }, 'a worker thread died');
    const [next] = this.#waiting;
    if (next === undefined || this.#closed) return;
    const other = this.#free();
    if (other !== undefined) this.#begin(next, other);
  }

  #begin(job: Job, thread: WorkerThread): void {
    this.#waiting.delete(job);
    clearTimeout(job.timer);
    void this.#start(job, thread);
  }

  #drop(thread: WorkerThread): void {
    this.#threads.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
