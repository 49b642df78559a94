/** Works that are done one after another. */
export class StartupTasks {
  /** What is not done; undefined when everything is. It stays when a work has failed. */
  pending: Promise<void> | undefined;

  add(work: () => void | PromiseLike<void>): void {
    const before = this.pending ?? Promise.resolve();
    const mine = before.then(work).then((): void => this.#complete(mine));
    // Whoever waits is told; until then nobody may be.
    mine.catch(() => {});
    this.pending = mine;
  }

  #complete(work: Promise<void>): void {
    if (this.pending === work) this.pending = undefined;
  }

  /** Also of works that are added meanwhile. Rejects with what one of them threw. */
  async done(): Promise<void> {
    while (this.pending !== undefined) await this.pending;
  }
}
