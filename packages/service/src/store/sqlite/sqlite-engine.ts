import { closeSync, openSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Database, Engine, TransactionOptions } from '../engine.ts';
import { StoreError } from '../store-error.ts';
import type { Tables } from '../tables.ts';
import { createDialect } from './dialect.ts';
import { hasRoom, toStoreError } from './folder-errors.ts';
import { openDatabase } from './open-database.ts';

/** Maximum number of free pages in the database; if there are more, their space is returned to the file system. */
const MAX_FREE_PAGES = 1_000;

/** An SQLite database in the state folder, used by this process only. */
export class SqliteEngine implements Engine {
  readonly kind = 'sqlite';
  readonly isShared = false;
  readonly name: string;
  readonly connections = undefined;
  readonly #folder: string;
  readonly #database: DatabaseSync;
  readonly #kysely: Kysely<Tables>;
  #lastError: StoreError | undefined;

  /**
   * Opens the database in `folder`.
   *
   * @throws {StoreUnusable} when the folder cannot be written, another service uses it, or its database cannot be used
   */
  constructor(folder: string) {
    this.name = folder;
    this.#folder = folder;
    this.#database = openDatabase(folder);
    this.#kysely = new Kysely({ dialect: createDialect(this.#database) });
  }

  get lastError(): StoreError | undefined {
    return this.#lastError;
  }

  read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    return work(this.#kysely);
  }

  async transaction<T>(
    work: (transaction: Transaction<Tables>) => Promise<T>,
    { durable = false, overwrite = true }: TransactionOptions = {},
  ): Promise<T> {
    // Settings of the connection change only while no other statement can use it.
    const set = (isChanged: boolean): void => {
      if (durable) this.#database.exec(`pragma synchronous = ${isChanged ? 'full' : 'normal'}`);
      if (!overwrite) this.#database.exec(`pragma secure_delete = ${isChanged ? 'off' : 'on'}`);
    };
    return this.#write(() =>
      this.#kysely.connection().execute(async (connection) => {
        set(true);
        try {
          return await connection.transaction().execute(work);
        } finally {
          set(false);
        }
      }),
    );
  }

  async announce(): Promise<void> {}

  async listen(): Promise<void> {}

  countRequests(): undefined {
    return undefined;
  }

  checkRoom(): StoreError | undefined {
    return hasRoom(this.#folder) ? undefined : new StoreError('state-full');
  }

  readonly backUp = async (file: string): Promise<void> => {
    closeSync(openSync(file, 'wx', 0o600));
    await backup(this.#database, file);
  };

  /** Moves the write-ahead log into the database file, where deleted rows have been overwritten. */
  async eraseDeletedRows(): Promise<void> {
    await this.#write(() => sql`pragma wal_checkpoint(truncate)`.execute(this.#kysely));
  }

  async releaseSpace(): Promise<void> {
    await this.#write(() =>
      this.#kysely.connection().execute(async (connection) => {
        const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(connection);
        if (rows[0]!.freelist_count <= MAX_FREE_PAGES) return;
        this.#enableAutoVacuum();
        this.#database.exec('pragma incremental_vacuum');
      }),
    );
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
    // Kysely closes only a database that it has used.
    if (this.#database.isOpen) this.#database.close();
  }

  /** Databases that were created with format 1 cannot return space until they are rewritten. */
  #enableAutoVacuum(): void {
    const mode = Number(this.#database.prepare('pragma auto_vacuum').get()?.['auto_vacuum']);
    if (mode !== 2) this.#database.exec('pragma auto_vacuum = incremental; vacuum');
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#lastError = undefined;
      return result;
    } catch (error) {
      const storeError = toStoreError(error, this.#folder);
      if (storeError === undefined) throw error;
      this.#lastError = storeError;
      throw storeError;
    }
  }
}
