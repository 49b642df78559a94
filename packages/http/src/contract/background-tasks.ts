/** A promised task that had not ended when the wait for it did. */
export interface PendingTask {
  /** Such as the name of the event. */
  readonly name: string;
  /** Milliseconds since it began. */
  readonly age: number;
}

/** Tasks that outlive the response that they belong to. */
export interface BackgroundTasks {
  /** How many are running. */
  readonly size: number;
  /** Starts a task now. `failed` is called with its error, thrown now or later. Never throws. */
  run(name: string, task: () => unknown, failed: (error: unknown) => void): void;
  /** Waits until all have ended, for `time` ms at most; returns those that have not. */
  settle(time: number): Promise<readonly PendingTask[]>;
}
