import { withTimeout } from '@writ/diagnostics/internal';
import type { RateStore } from '@writ/http';
import { postgresStores } from '@writ/store-postgres';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Client, Pool, types, type ClientConfig } from 'pg';
import type { ConnectionCounts, Database, Engine, TransactionOptions } from '../engine.ts';
import { DatabaseTakenOver, StoreError, StoreUnusable } from '../store-error.ts';
import type { Tables } from '../tables.ts';
import { describeDatabase } from './database-address.ts';
import { describeError } from './errors.ts';
import { Notifications, notifyOfChange } from './notifications.ts';
import { Ownership, type OwnershipMode } from './ownership.ts';
import { RATES_PREFIX } from './rates-migration.ts';
import { RepeatedCalls, type RepeatedCallsOptions } from './repeated-calls.ts';
import { upgradeTables, type Formats } from './upgrade-tables.ts';

/** Options of the engine; errors outside of calls are reported as well. */
export interface PostgresOptions extends RepeatedCallsOptions {
  /** Whether the database is used together with other servers and workers; default: false. */
  readonly shared?: boolean;
  /** Whether no other process may use the database; its owner then remains. Overrides `shared`; default: false. */
  readonly isAlone?: boolean;
  /** Replaces the formats of the tables in tests. */
  readonly formats?: Formats;
}

/** Maximum number of connections, not counting the one that holds the lock. */
const CONNECTION_LIMIT = 10;
/** Milliseconds to wait for a connection. */
const CONNECT_LIMIT = 10_000;
/** Milliseconds to wait for the result of a statement. */
const STATEMENT_LIMIT = 30_000;
/** Milliseconds to wait for the connections to close. */
const CLOSE_LIMIT = 5_000;
/** Milliseconds to wait until a request has been counted. */
const COUNT_LIMIT = 1_000;
/** Milliseconds after which the server ends a transaction of a service that has been stopped. */
const IDLE_LIMIT = 10_000;

/**
 * A PostgreSQL database, used by this service only or by several servers and workers. Calls are repeated if a
 * connection is lost.
 */
export class PostgresEngine implements Engine {
  readonly kind = 'postgres';
  readonly name: string;
  readonly backUp = undefined;
  readonly isShared: boolean;
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #kysely: Kysely<Tables>;
  /** Undefined if the engine is used next to services. */
  readonly #ownership: Ownership | undefined;
  readonly #calls: RepeatedCalls;
  #notifications: Notifications | undefined;

  private constructor(
    config: ClientConfig,
    name: string,
    ownership: Ownership | undefined,
    options: PostgresOptions,
  ) {
    this.name = name;
    this.isShared = ownership?.isShared ?? options.shared === true;
    this.#config = config;
    this.#ownership = ownership;
    this.#calls = new RepeatedCalls(options);
    const pool = new Pool({
      ...config,
      max: CONNECTION_LIMIT,
      // The pool removes a connection for which this fails. With `onCreateConnection` of the dialect, such a connection
      // would remain in the pool without ever becoming idle.
      onConnect: (client) => client.query('set search_path to writ'),
    });
    // Without listeners, the loss of a connection would end the process. The pool replaces connections that are lost
    // while they are idle; if another one is lost, the call that uses it fails.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    this.#pool = pool;
    this.#kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
  }

  /**
   * Connects to the database, and creates or upgrades its tables in the schema `writ`.
   *
   * @param url `postgres://user:password@host:port/database`
   * @throws {StoreUnusable} when the address is invalid, the database cannot be used, or another service uses it
   */
  static async open(url: string, options: PostgresOptions): Promise<PostgresEngine> {
    const config = toConfig(url);
    const name = describeDatabase(config);
    const report = (error: unknown): void =>
      options.reportError(`Writ no longer uses ${name}: ${describeError(error)}`, error);
    try {
      const ownership = await Ownership.acquire(config, name, toMode(options), report, options.formats);
      return new PostgresEngine(config, name, ownership, options);
    } catch (error) {
      throw toUnusable(error, name);
    }
  }

  /**
   * Connects to a database that services may be using at the same time. Its tables are created or upgraded if no service
   * uses it.
   *
   * @throws {StoreUnusable} when the address is invalid or the database cannot be used
   */
  static async openBeside(url: string, options: RepeatedCallsOptions): Promise<PostgresEngine> {
    const config = toConfig(url);
    const name = describeDatabase(config);
    const client = new Client(config);
    client.on('error', () => {});
    try {
      await client.connect();
      await upgradeTables(client, { name, holdsLock: false });
      return new PostgresEngine(config, name, undefined, options);
    } catch (error) {
      throw toUnusable(error, name);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  get lastError(): StoreError | undefined {
    return this.#ownership?.isLost === true ? new DatabaseTakenOver() : this.#calls.lastError;
  }

  read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    return this.#calls.run(() => work(this.#kysely));
  }

  async transaction<T>(
    work: (transaction: Transaction<Tables>) => Promise<T>,
    { durable = false, alone = false }: TransactionOptions = {},
  ): Promise<T> {
    return this.#calls.run(() => {
      if (this.#ownership?.isLost === true) throw new DatabaseTakenOver();
      return this.#kysely.transaction().execute(async (transaction) => {
        await this.#begin(transaction, durable);
        if (alone)
          await sql`select pg_advisory_xact_lock(hashtextextended('writ alone', 0))`.execute(transaction);
        return work(transaction);
      });
    });
  }

  /** @throws {DatabaseTakenOver} when the database belongs to another service */
  async #begin(transaction: Database, durable: boolean): Promise<void> {
    const commit = durable ? sql`, set_config('synchronous_commit', 'on', true)` : sql``;
    const owner = this.#ownership?.owner;
    const isOwned = owner === undefined ? sql`` : sql`where owner = ${owner} for share`;
    const { rows } = await sql`select owner${commit} from service ${isOwned}`.execute(transaction);
    if (rows.length > 0) return;
    this.#ownership?.lose();
    throw new DatabaseTakenOver();
  }

  async announce(transaction: Database, install: number): Promise<void> {
    if (this.isShared) await notifyOfChange(transaction, install);
  }

  async listen(changed: (install?: number) => void): Promise<void> {
    if (this.isShared) this.#notifications = new Notifications(this.#config, changed);
  }

  countRequests(name: string): RateStore {
    return postgresStores(this.#pool, { prefix: RATES_PREFIX, timeout: COUNT_LIMIT }).rates(name);
  }

  get connections(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      limit: CONNECTION_LIMIT,
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    };
  }

  checkRoom(): undefined {
    return undefined;
  }

  async eraseDeletedRows(): Promise<void> {}

  async releaseSpace(): Promise<void> {}

  /** Waits for running calls and ends all connections, for at most five seconds: the server may not respond. */
  async close(): Promise<void> {
    this.#calls.stop();
    const end = async (): Promise<void> => {
      await this.#notifications?.close();
      await this.#kysely.destroy();
      await this.#ownership?.close();
    };
    await withTimeout(end(), CLOSE_LIMIT, () => undefined);
  }
}

function toConfig(url: string): ClientConfig {
  return { ...connectionSettings(url), types: { getTypeParser: toParser } };
}

function toUnusable(error: unknown, name: string): StoreUnusable {
  if (error instanceof StoreUnusable) return error;
  // The cause may contain the user and the password of the address.
  return new StoreUnusable(`${name} cannot be used: ${describeError(error)}; check WRIT_DATABASE_URL`);
}

function toMode({ shared = false, isAlone = false }: PostgresOptions): OwnershipMode {
  if (isAlone) return 'alone';
  return shared ? 'shared' : 'own';
}

/** The settings of all connections to a database. */
interface ConnectionSettings {
  readonly connectionString: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly query_timeout: number;
  readonly statement_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
  readonly keepAlive: boolean;
}

/** Returns the settings of all connections to a database. */
export function connectionSettings(url: string): ConnectionSettings {
  return {
    connectionString: url,
    application_name: 'writ',
    connectionTimeoutMillis: CONNECT_LIMIT,
    query_timeout: STATEMENT_LIMIT,
    statement_timeout: STATEMENT_LIMIT,
    idle_in_transaction_session_timeout: IDLE_LIMIT,
    keepAlive: true,
  };
}

/** Counts and sizes are smaller than 2^53, so they are converted to numbers. */
function toParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === types.builtins.INT8 ? Number : (types.getTypeParser(type, format as 'text') as never);
}
