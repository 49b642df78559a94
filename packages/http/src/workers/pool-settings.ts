export interface PoolSettings {
  /** Maximum number of threads. They are started on demand. */
  readonly size: number;
  /** Number of milliseconds that a call may take in a thread. A call may wait twice as long for a thread. */
  readonly time: number;
  /** Prefix of the names of threads, which is followed by a number. */
  readonly name: string;
  /** Whether unhandled rejections in a thread are logged, or end the thread. */
  readonly unhandledRejections: 'log' | 'throw';
}

export interface PoolOptions {
  readonly workerPoolSize?: number;
  readonly maxExecuteTime?: number;
  readonly workerPoolName?: string;
  readonly unhandledRejections?: 'log' | 'throw';
}

/** Maximum delay of a timer in milliseconds. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/** Applies the defaults to the options. Throws `RangeError` if the size or time is invalid. */
export function resolvePoolSettings({
  workerPoolSize: size = 20,
  maxExecuteTime: time = 60_000,
  workerPoolName: name = 'writ-worker',
  unhandledRejections = 'log',
}: PoolOptions): PoolSettings {
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new RangeError(`workerPoolSize must be a whole number, 1 or more, not ${String(size)}`);
  }
  if (!Number.isFinite(time) || time < 1 || time > MAX_TIMER_MS) {
    throw new RangeError(`maxExecuteTime must be between 1 and ${MAX_TIMER_MS} ms, not ${String(time)}`);
  }
  return { size, time, name, unhandledRejections };
}
