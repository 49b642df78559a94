import type { Kysely, Transaction } from 'kysely';
import type { RateStore } from '@writ/http';
import { StoreError } from './store-error.ts';
import type { Tables } from './tables.ts';

/** Access to the tables, inside or outside of a transaction. */
export type Database = Kysely<Tables>;

export interface TransactionOptions {
  /**
   * Whether the transaction and all earlier ones survive a power failure once it is complete; default: false. Other
   * transactions survive the end of the process, but may be lost in a power failure.
   */
  readonly durable?: boolean;
  /** Whether the space of deleted rows is overwritten, if the engine can do so; default: true. */
  readonly overwrite?: boolean;
  /** Whether no other transaction with this option runs at the same time, in any process; default: false. */
  readonly alone?: boolean;
}

/** The connections of a pool. */
export interface ConnectionCounts {
  readonly limit: number;
  readonly used: number;
  readonly idle: number;
  /** The number of calls that wait for a connection. */
  readonly waiting: number;
}

/**
 * A database engine of the store. An engine may repeat the work of a transaction after a lost connection, even if the
 * first attempt took effect, so the work must be repeatable.
 */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres';
  /** Whether other processes use the database at the same time. */
  readonly isShared: boolean;
  /** Where the records are stored, for messages. */
  readonly name: string;
  /** The error if the last transaction failed because the database cannot be written; otherwise undefined. */
  readonly lastError: StoreError | undefined;
  /** @throws {StoreError} when the database cannot be read */
  read<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Runs statements that write in one transaction.
   *
   * @throws {StoreError} when the database cannot be written
   */
  transaction<T>(
    work: (transaction: Transaction<Tables>) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Once the transaction is complete, notifies all processes that use the database that an installation has changed.
   */
  announce(transaction: Database, install: number): Promise<void>;
  /**
   * Calls `changed` with each installation that another process has changed, and without a number when changes may have
   * been missed. Ends with the engine.
   */
  listen(changed: (install?: number) => void): Promise<void>;
  /** Returns a store in the database that counts requests by key; undefined if the engine has none. */
  countRequests(name: string): RateStore | undefined;
  /** The connections to the database; undefined if the engine has no pool of connections. */
  readonly connections: ConnectionCounts | undefined;
  /** Returns the reason why the next write is likely to fail; undefined if there is none. */
  checkRoom(): StoreError | undefined;
  /** Writes a consistent copy of the database to a new file; undefined if other programs copy the database. */
  readonly backUp: ((file: string) => Promise<void>) | undefined;
  /** Removes deleted rows from all files of the database, if the engine can do so. */
  eraseDeletedRows(): Promise<void>;
  /** Returns the space of deleted rows to the file system, if there is much of it. */
  releaseSpace(): Promise<void>;
  close(): Promise<void>;
}

/** Runs a write that may fail; returns false if the database cannot be written. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return false;
  }
}
