export interface PoolSettings {
  /** Threads at most; each is started when it is needed first. */
  readonly size: number;
  /** Milliseconds that a call may take in a thread, and half of those that it may wait for one. */
  readonly time: number;
  /** What the threads are called, with a number at the end. */
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

/** The longest time of a timer. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/** Throws a `RangeError` for a size or time that no pool can have. */
export function resolvePoolSettings({
  workerPoolSize: size = 20,
  maxExecuteTime: time = 60_000,
  workerPoolName: name = 'writ-worker',
  unhandledRejections = 'log',
}: PoolOptions): PoolSettings {
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new RangeError(`workerPoolSize is a whole number from 1 on, not ${String(size)}`);
  }
  if (!Number.isFinite(time) || time < 1 || time > MAX_TIMER_MS) {
    throw new RangeError(`maxExecuteTime is from 1 to ${MAX_TIMER_MS} ms, not ${String(time)}`);
  }
  return { size, time, name, unhandledRejections };
}
