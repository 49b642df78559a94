/** Tasks that run one after another before a router starts, and those of the routers that it mounts. */
export class StartupTasks {
  readonly #inner: () => readonly StartupTasks[];
  /** Settles with the last task. Undefined when all tasks are done. Remains rejected after a task has failed. */
  #pending: Promise<void> | undefined;

  constructor(inner: () => readonly StartupTasks[]) {
    this.#inner = inner;
  }

  get isPending(): boolean {
    return this.#pending !== undefined || this.#inner().some((inner) => inner.isPending);
  }

  add(work: () => void | PromiseLike<void>): void {
    const before = this.#pending ?? Promise.resolve();
    const task = before.then(work).then((): void => this.#complete(task));
    // Prevents an unhandled rejection, because callers of done() receive the error.
    task.catch(() => {});
    this.#pending = task;
  }

  #complete(work: Promise<void>): void {
    if (this.#pending === work) this.#pending = undefined;
  }

  /** Waits for all tasks, including those added in the meantime. Rejects with the first error. */
  async done(): Promise<void> {
    while (this.isPending) {
      while (this.#pending !== undefined) await this.#pending;
      for (const inner of this.#inner()) await inner.done();
    }
  }
}
