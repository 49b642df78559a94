import type { InstallOutcome } from '../records/install.ts';
import { attempt } from './engine.ts';

export interface UnsavedOutcomesOptions {
  /** Writes one outcome; throws a {@link StoreError} when the database cannot be written. */
  readonly save: (id: number, outcome: InstallOutcome) => Promise<void>;
  /** Called after each written outcome. */
  readonly afterSave: () => Promise<void>;
  /** Milliseconds between two attempts to write. */
  readonly retry: number;
}

/**
 * Outcomes of installations that are not stored yet. The outcomes remain in memory until the database can be
 * written.
 */
export class UnsavedOutcomes {
  readonly #outcomes = new Map<number, InstallOutcome>();
  readonly #options: UnsavedOutcomesOptions;
  #timer: NodeJS.Timeout | undefined;
  #lastFlush: Promise<void> = Promise.resolve();

  constructor(options: UnsavedOutcomesOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#outcomes.size === 0;
  }

  /** Returns the outcome of an installation; undefined if it has been written or the installation has not ended. */
  get(id: number): InstallOutcome | undefined {
    return this.#outcomes.get(id);
  }

  /** Writes the outcome immediately or as soon as possible. */
  async add(id: number, outcome: InstallOutcome): Promise<void> {
    this.#outcomes.set(id, outcome);
    await this.flush();
  }

  /** Tries to write all outcomes; retries later after a failure. */
  flush(): Promise<void> {
    const flushed = this.#lastFlush.then(() => this.#flush());
    this.#lastFlush = flushed.catch(() => undefined);
    return flushed;
  }

  /** Tries to write all outcomes for the last time. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  async #flush(): Promise<void> {
    const { save, afterSave, retry } = this.#options;
    clearTimeout(this.#timer);
    for (const [id, outcome] of this.#outcomes) {
      if (!(await attempt(() => save(id, outcome)))) {
        this.#timer = setTimeout(() => void this.flush(), retry).unref();
        return;
      }
      this.#outcomes.delete(id);
      await afterSave();
    }
  }
}
