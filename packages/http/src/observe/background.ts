import { withTimeout } from '@writ/diagnostics/internal';
import type { BackgroundTasks, PendingTask } from '../contract/background-tasks.ts';
import { isThenable } from '../internal/thenable.ts';

/** What goes on after the answer that it belongs to. A shutdown waits for it. */
export class Background implements BackgroundTasks {
  readonly #going = new Set<{ readonly name: string; readonly since: number }>();
  #waiting: (() => void)[] = [];

  get size(): number {
    return this.#going.size;
  }

  /** Runs it now, and keeps count of what it promises. `failed` is told of an error, thrown now or later. Never throws. */
  run(name: string, task: () => unknown, failed: (error: unknown) => void): void {
    const tell = (error: unknown): void => {
      try {
        failed(error);
      } catch {
        // A log that cannot be written holds no answer back, and ends no process.
      }
    };
    let promised: PromiseLike<unknown>;
    try {
      const given = task();
      if (!isThenable(given)) return;
      promised = given;
    } catch (error) {
      tell(error);
      return;
    }
    const one = { name, since: performance.now() };
    this.#going.add(one);
    const over = (): void => {
      this.#going.delete(one);
      if (this.#going.size > 0) return;
      for (const wake of this.#waiting.splice(0)) wake();
    };
    Promise.resolve(promised).then(over, (error: unknown) => {
      over();
      tell(error);
    });
  }

  /** Waits until nothing is going on, for so many ms at most; gives what still is. */
  async settle(time: number): Promise<readonly PendingTask[]> {
    if (this.#going.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await withTimeout(promise, time, () => {});
    }
    const now = performance.now();
    return Array.from(this.#going, ({ name, since }) => ({ name, age: Math.round(now - since) }));
  }
}
