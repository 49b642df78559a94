import type { InstallOutcome } from '../records/install.ts';
import { attempt } from './engine.ts';

export interface UnsavedOutcomesOptions {
  /** Writes one outcome; throws a {@link StoreError} when the database cannot be written. */
  readonly save: (id: number, outcome: InstallOutcome) => Promise<void>;
  /** Called after each written outcome. */
  readonly afterSave: () => Promise<void>;
  /** Milliseconds between attempts to write. */
  readonly retry: number;
  /** Called with errors that are not a {@link StoreError}; once for each outcome that cannot be written. */
  readonly reportError: (message: string, error: unknown) => void;
}

/**
 * Outcomes of installations that are not stored yet. The outcomes remain in memory until the database can be
 * written.
 */
export class UnsavedOutcomes {
  readonly #outcomes = new Map<number, InstallOutcome>();
  readonly #options: UnsavedOutcomesOptions;
  /** The installations whose outcomes were reported as not writable. */
  readonly #reported = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #lastFlush: Promise<void> = Promise.resolve();
  #isClosed = false;

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

  /** Writes the outcome immediately or as soon as possible; never rejects. */
  async add(id: number, outcome: InstallOutcome): Promise<void> {
    this.#outcomes.set(id, outcome);
    await this.flush();
  }

  /** Tries to write all outcomes; retries later after a failure. Never rejects. */
  flush(): Promise<void> {
    this.#lastFlush = this.#lastFlush.then(() => this.#flush());
    return this.#lastFlush;
  }

  /** Tries to write all outcomes for the last time; never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    for (const [id, outcome] of this.#outcomes) {
      if (!(await this.#save(id, outcome))) break;
    }
    if (this.isEmpty || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.flush(), this.#options.retry).unref();
  }

  /**
   * Tries to write an outcome; returns false if the database cannot be written, in which case other writes would fail
   * too.
   */
  async #save(id: number, outcome: InstallOutcome): Promise<boolean> {
    const { save, afterSave, reportError } = this.#options;
    try {
      if (!(await attempt(() => save(id, outcome)))) return false;
    } catch (error) {
      if (!this.#reported.has(id)) reportError(`The outcome of installation ${id} cannot be stored`, error);
      this.#reported.add(id);
      return true;
    }
    this.#outcomes.delete(id);
    this.#reported.delete(id);
    try {
      await afterSave();
    } catch (error) {
      reportError(`The store cannot be tidied up after installation ${id}`, error);
    }
    return true;
  }
}
