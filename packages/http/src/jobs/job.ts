/** A function that runs at the times of a cron pattern. */
export interface Job {
  /** The name in messages and logs, such as `remove old notes`. */
  readonly name: string;
  /**
   * Five fields (minute, hour, day of the month, month, day of the week), or six with seconds first: `0 3 * * *` is
   * every day at 03:00.
   */
  readonly pattern: string;
  /** The pattern's time zone, such as `Europe/Berlin` (default: the time zone of the process). */
  readonly timeZone?: string;
  /** Performs a run. The signal is aborted if the run has not finished `timeout` ms after the router began to stop. */
  readonly run: (signal: AbortSignal) => unknown;
  /** How long a stopping router waits for a run in progress, in milliseconds (default: 10 s). */
  readonly timeout?: number;
}
