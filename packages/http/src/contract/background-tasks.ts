/** A task that was still running when the time to wait for it was up. */
export interface PendingTask {
  /** A label for the log, such as the name of the event. */
  readonly name: string;
  /** Milliseconds since the task started. */
  readonly age: number;
}

/** Tasks that may outlive the response they belong to. */
export interface BackgroundTasks {
  /** Number of running tasks. */
  readonly size: number;
  /** Starts a task immediately. `failed` receives its error, whether thrown or rejected. Never throws. */
  run(name: string, task: () => unknown, failed: (error: unknown) => void): void;
  /** Waits until all tasks have ended, at most `time` ms; returns those still running. */
  settle(time: number): Promise<readonly PendingTask[]>;
}
