import type { InstallOutcome } from '../records/install.ts';
import { StateFolderError } from './state-folder-error.ts';

export interface UnsavedOutcomesOptions {
  /** Writes one outcome; throws a {@link StateFolderError} when the state folder cannot be written. */
  readonly save: (id: number, outcome: InstallOutcome) => void;
  /** Called after each written outcome. */
  readonly afterSave: () => void;
  /** Milliseconds between two attempts to write. */
  readonly retry: number;
}

/**
 * Outcomes of installations that are not stored yet. The outcomes remain in memory until the state folder can be
 * written.
 */
export class UnsavedOutcomes {
  readonly #outcomes = new Map<number, InstallOutcome>();
  readonly #options: UnsavedOutcomesOptions;
  #timer: NodeJS.Timeout | undefined;

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
  add(id: number, outcome: InstallOutcome): void {
    this.#outcomes.set(id, outcome);
    this.flush();
  }

  /** Tries to write all outcomes; retries later after a failure. */
  flush(): void {
    const { save, afterSave, retry } = this.#options;
    clearTimeout(this.#timer);
    for (const [id, outcome] of this.#outcomes) {
      try {
        save(id, outcome);
      } catch (error) {
        if (!(error instanceof StateFolderError)) throw error;
        this.#timer = setTimeout(() => this.flush(), retry).unref();
        return;
      }
      this.#outcomes.delete(id);
      afterSave();
    }
  }

  /** Tries to write all outcomes for the last time. */
  close(): void {
    this.flush();
    clearTimeout(this.#timer);
  }
}
