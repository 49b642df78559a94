import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseTakenOver, StoreError } from '../store-error.ts';
import { classifyError, describeError } from './errors.ts';

export interface RepeatedCallsOptions {
  /** Called once for each outage; the message contains the reason, but no stored value and no user. */
  readonly reportError: (message: string, error: unknown) => void;
  /** Milliseconds for which each call is repeated while the database cannot be used; default: 10 s. */
  readonly retryLimit?: number;
}

/** The minimum and maximum pause in milliseconds before a call is repeated. */
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/** Calls to the database, which are repeated while the database cannot be used. */
export class RepeatedCalls {
  readonly #options: RepeatedCallsOptions;
  #isFailing = false;
  #lastError: StoreError | undefined;
  #isStopped = false;

  constructor(options: RepeatedCallsOptions) {
    this.#options = options;
  }

  /** The error of the last call if it failed because the database cannot be used; otherwise undefined. */
  get lastError(): StoreError | undefined {
    return this.#lastError;
  }

  /**
   * Runs a call, and repeats it after an error that may be temporary, until the limit.
   *
   * @throws {StoreError} when the database cannot be used
   */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const { retryLimit = 10_000, reportError } = this.#options;
    const began = performance.now();
    for (let wait = SHORTEST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      try {
        const result = await call();
        this.#isFailing = false;
        this.#lastError = undefined;
        return result;
      } catch (error) {
        if (error instanceof DatabaseTakenOver) throw error;
        const kind = classifyError(error);
        if (kind === 'other') throw error;
        // The error itself may contain stored values.
        const reason = new Error(describeError(error));
        if (!this.#isFailing) reportError(`The database cannot be used: ${reason.message}`, reason);
        this.#isFailing = true;
        if (kind === 'operational' || this.#isStopped || performance.now() - began >= retryLimit) {
          this.#lastError = new StoreError('database-unusable', reason);
          throw this.#lastError;
        }
      }
      await pause(wait);
    }
  }

  /** Stops repeating calls. */
  stop(): void {
    this.#isStopped = true;
  }
}
