/** Tasks that run one after another before a router starts. */
export class StartupTasks {
  /** Settles with the last task. Undefined when all tasks are done. Remains rejected after a task has failed. */
  pending: Promise<void> | undefined;

  add(work: () => void | PromiseLike<void>): void {
    const before = this.pending ?? Promise.resolve();
    const task = before.then(work).then((): void => this.#complete(task));
    // Prevents an unhandled rejection, because callers of done() receive the error.
    task.catch(() => {});
    this.pending = task;
  }

  #complete(work: Promise<void>): void {
    if (this.pending === work) this.pending = undefined;
  }

  /** Waits for all tasks, including those added in the meantime. Rejects with the first error. */
  async done(): Promise<void> {
    while (this.pending !== undefined) await this.pending;
  }
}
