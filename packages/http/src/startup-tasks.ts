/** Tasks that run one after another before a router starts. */
export class StartupTasks {
  /** Settles with the last task; undefined when all are done. A failed task leaves it rejected. */
  pending: Promise<void> | undefined;

  add(work: () => void | PromiseLike<void>): void {
    const before = this.pending ?? Promise.resolve();
    const task = before.then(work).then((): void => this.#complete(task));
    // Callers of done() get the rejection; suppress the unhandled-rejection warning until then.
    task.catch(() => {});
    this.pending = task;
  }

  #complete(work: Promise<void>): void {
    if (this.pending === work) this.pending = undefined;
  }

  /** Waits for all tasks, including those added meanwhile. Rejects with the error of the first that fails. */
  async done(): Promise<void> {
    while (this.pending !== undefined) await this.pending;
  }
}
