import type { DatabaseSync } from 'node:sqlite';
import { StateFolderError, toStateFolderError } from './state-folder-error.ts';

/** An open database that rolls back a failed write and stores the reason for the failure. */
export class GuardedDatabase {
  readonly #database: DatabaseSync;
  readonly #folder: string;
  #lastError: StateFolderError | undefined;

  /** @param folder the state folder; its free space determines the error for a failed write */
  constructor(database: DatabaseSync, folder: string) {
    this.#database = database;
    this.#folder = folder;
  }

  /** The error if the state folder could not be written at the last write; otherwise undefined. */
  get lastError(): StateFolderError | undefined {
    return this.#lastError;
  }

  /**
   * Runs statements that write.
   *
   * @throws {StateFolderError} when the state folder cannot be written
   */
  write<T>(work: () => T): T {
    try {
      const result = work();
      this.#lastError = undefined;
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      const folderError = toStateFolderError(error, this.#folder);
      if (folderError === undefined) throw error;
      this.#lastError = folderError;
      throw folderError;
    }
  }

  /**
   * Runs statements that write in one transaction.
   *
   * @throws {StateFolderError} when the state folder cannot be written
   */
  transaction<T>(work: () => T): T {
    return this.write(() => {
      this.#database.exec('begin');
      const result = work();
      this.#database.exec('commit');
      return result;
    });
  }

  /**
   * Runs a transaction. Once this method has returned, this transaction and all earlier ones survive a power failure.
   * Without this method, transactions only survive the end of the process, because waiting for the disk would delay the
   * service.
   *
   * @throws {StateFolderError} when the state folder cannot be written
   */
  durableTransaction<T>(work: () => T): T {
    this.#database.exec('pragma synchronous = full');
    try {
      return this.transaction(work);
    } finally {
      this.#database.exec('pragma synchronous = normal');
    }
  }

  /** Runs a write that may fail: a {@link StateFolderError} is stored, but not thrown. */
  attempt(work: () => void): void {
    try {
      this.write(work);
    } catch (error) {
      if (!(error instanceof StateFolderError)) throw error;
    }
  }

  /**
   * Makes it possible to return the space of deleted rows to the file system, which databases that were created with
   * format 1 do not support.
   */
  enableAutoVacuum(): void {
    const mode = Number(this.#database.prepare('pragma auto_vacuum').get()?.['auto_vacuum']);
    if (mode !== 2) this.#database.exec('pragma auto_vacuum = incremental; vacuum');
  }

  /** Moves the write-ahead log into the database file, so that deleted hashes do not remain in the log. */
  checkpoint(): void {
    this.#database.exec('pragma wal_checkpoint(truncate)');
  }

  close(): void {
    this.#database.close();
  }
}
