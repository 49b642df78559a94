/** A task that was still running when the wait ended. */
export interface PendingTask {
  /** A label for the log, such as the name of an event listener. */
  readonly name: string;
  /** Milliseconds since the task started. */
  readonly age: number;
}

/** Tasks that may continue after the request that started them has been answered. */
export interface BackgroundTasks {
  /** Number of running tasks. */
  readonly size: number;
  /**
   * Starts a task immediately. If the task throws or its promise rejects, `failed` receives the error. Never throws.
   */
  run(name: string, task: () => unknown, failed: (error: unknown) => void): void;
  /** Waits until all tasks have ended, for at most `time` ms. Resolves with the tasks that are still running. */
  settle(time: number): Promise<readonly PendingTask[]>;
}
