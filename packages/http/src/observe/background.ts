import { withTimeout } from '@writ/diagnostics/internal';
import type { BackgroundTasks, PendingTask } from '../contract/background-tasks.ts';
import { isThenable } from '../internal/thenable.ts';

/** Tasks that may continue after the response has been sent. A shutdown waits for them. */
export class Background implements BackgroundTasks {
  readonly #running = new Set<{ readonly name: string; readonly since: number }>();
  #waiters: (() => void)[] = [];

  get size(): number {
    return this.#running.size;
  }

  /**
   * Runs a task immediately and tracks its promise. If the task throws or its promise rejects, `onError` receives the
   * error. Never throws.
   */
  run(name: string, task: () => unknown, onError: (error: unknown) => void): void {
    const reportError = (error: unknown): void => {
      try {
        onError(error);
      } catch {
        // A failing logger must not delay a response or end the process.
      }
    };
    let promised: PromiseLike<unknown>;
    try {
      const returned = task();
      if (!isThenable(returned)) return;
      promised = returned;
    } catch (error) {
      reportError(error);
      return;
    }
    const running = { name, since: performance.now() };
    this.#running.add(running);
    const onSettled = (): void => {
      this.#running.delete(running);
      if (this.#running.size > 0) return;
      for (const wake of this.#waiters.splice(0)) wake();
    };
    Promise.resolve(promised).then(onSettled, (error: unknown) => {
      onSettled();
      reportError(error);
    });
  }

  /** Waits for all tasks, for at most `time` ms. Returns the tasks that are still pending. */
  async settle(time: number): Promise<readonly PendingTask[]> {
    if (this.#running.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiters.push(resolve);
      await withTimeout(promise, time, () => {});
    }
    const now = performance.now();
    return Array.from(this.#running, ({ name, since }) => ({ name, age: Math.round(now - since) }));
  }
}
