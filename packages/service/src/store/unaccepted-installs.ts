import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { attempt, type Database, type Engine } from './engine.ts';
import { InstallNotAdded, StoreError } from './store-error.ts';

export interface UnacceptedInstallsOptions {
  /** Milliseconds between attempts to delete an installation. */
  readonly retry: number;
  readonly reportError: (message: string, error: unknown) => void;
}

/**
 * Installations that are being added, or that were not accepted but may be stored, because the connection was lost
 * during the commit. They are hidden until they are accepted or deleted. Only this process knows them: if it ends before
 * such an installation is deleted, the next service runs the installation.
 */
export class UnacceptedInstalls {
  readonly #engine: Engine;
  readonly #options: UnacceptedInstallsOptions;
  readonly #hidden = new Set<string>();
  readonly #rejected = new Set<string>();
  readonly #removals = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(engine: Engine, options: UnacceptedInstallsOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** The condition for installations `i` that are not hidden. */
  get visible(): RawBuilder<boolean> {
    return this.#hidden.size === 0 ? sql`1 = 1` : sql`i.token not in (${sql.join([...this.#hidden])})`;
  }

  /**
   * Runs the transaction that adds the installation with this token. The installation is hidden until the transaction
   * has succeeded; if it fails, the installation is deleted as soon as the database can be written.
   *
   * @throws {InstallNotAdded} when the database cannot be written
   */
  async accept<T>(token: string, add: (database: Database) => Promise<T>): Promise<T> {
    this.#hidden.add(token);
    try {
      const added = await this.#engine.transaction(
        async (database) => {
          // Otherwise, an installation that was not accepted could occupy the key of a repeated request.
          await this.#deleteRejected(database);
          return add(database);
        },
        { durable: true },
      );
      this.#hidden.delete(token);
      return added;
    } catch (error) {
      if (!(error instanceof StoreError)) {
        this.#hidden.delete(token);
        throw error;
      }
      this.#rejected.add(token);
      this.#removeLater();
      throw new InstallNotAdded(error);
    }
  }

  /** Tries for the last time to delete the installations that were not accepted; never rejects. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#removals);
  }

  #removeLater(): void {
    const removal = this.#remove()
      .catch((error: unknown) =>
        this.#options.reportError('An installation that was not accepted cannot be deleted', error),
      )
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  async #remove(): Promise<void> {
    const { signal } = this.#closing;
    const remove = async (): Promise<void> => {
      const rejected = [...this.#rejected];
      await this.#engine.transaction((database) => this.#deleteRejected(database));
      for (const token of rejected) {
        this.#rejected.delete(token);
        this.#hidden.delete(token);
      }
    };
    while (!(await attempt(remove)) && !signal.aborted) {
      await pause(this.#options.retry, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #deleteRejected(database: Database): Promise<void> {
    if (this.#rejected.size === 0) return;
    await database
      .deleteFrom('installs')
      .where('token', 'in', [...this.#rejected])
      // A worker may have started the installation in the meantime.
      .where('started', 'is', null)
      .execute();
  }
}
