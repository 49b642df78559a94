import type { RateStore } from '@writ/http';
import type { IdempotencyStore, IdempotentResponse } from '@writ/http/idempotency';
import type { ResponseStore, StoredResponse, StoredVariants } from '@writ/http/response-cache';
import type { SessionStore } from '@writ/http/sessions';
import {
  deserializeEntry,
  deserializeSession,
  digestKey,
  serializeEntry,
  serializeSession,
} from '@writ/http/stores';
import { connect, expiryAfter, PostgresTable, PostgresValues, type PostgresPool } from './postgres-table.ts';
import { createStatements, tableNames } from './tables.ts';

export type { PostgresPool } from './postgres-table.ts';

/** Options for {@link postgresStores}. */
export interface PostgresStoresOptions {
  /** The beginning of the names of all tables (default: `writ`, for `writ_sessions` and others). */
  readonly prefix?: string;
  /** Maximum number of milliseconds for a statement (default: 5,000). */
  readonly timeout?: number;
  /** Maximum number of calls in progress; further calls fail at once (default: 1,000). */
  readonly maxPending?: number;
}

/** Stores in a PostgreSQL database, for any number of servers. */
export interface PostgresStores {
  /** The store for `sessions({ store })`. */
  readonly sessions: SessionStore;
  /** The store for `responseCache({ store })`. */
  readonly responses: ResponseStore;
  /** The store for `idempotency({ store })`. */
  readonly idempotency: IdempotencyStore;
  /** Returns a store for `rateLimit({ store })`. Rate limits with the same name share their counts. */
  rates(name: string): RateStore;
  /** The SQL statements that create the tables, for a migration. */
  readonly tables: string;
  /** Creates those tables that do not exist. Several processes may do this at the same time. */
  createTables(): Promise<void>;
}

/**
 * Creates stores in the database of a pool. Create the tables with `createTables()`, or with a migration that contains
 * `tables`. Throws `TypeError` or `RangeError` if an option is invalid.
 */
export function postgresStores(pool: PostgresPool, options: PostgresStoresOptions = {}): PostgresStores {
  const { prefix = 'writ', timeout = 5000, maxPending = 1000 } = options;
  if (typeof pool?.query !== 'function') throw new TypeError('postgresStores: pass a pg pool');
  if (!Number.isSafeInteger(timeout) || timeout < 1)
    throw new RangeError(
      `postgresStores: timeout must be a whole number of milliseconds, 1 or more, not ${timeout}`,
    );
  const names = tableNames(prefix);
  const connection = connect(pool, timeout, maxPending);
  const tables = createStatements(names);
  return {
    sessions: openSessions(new PostgresValues(connection, names.sessions)),
    responses: openResponses(new PostgresValues(connection, names.responses)),
    idempotency: openIdempotency(new PostgresValues(connection, names.idempotency)),
    rates: openRates(new PostgresTable(connection, names.rates)),
    tables,
    async createTables() {
      // Without parameters, all statements are one transaction.
      await connection.call('create the tables', () =>
        pool.query({ text: tables, values: [], query_timeout: timeout }),
      );
    },
  };
}

function openSessions(values: PostgresValues): SessionStore {
  return {
    async get(id) {
      const value = await values.get(id);
      return typeof value === 'string' ? deserializeSession(value) : undefined;
    },
    set: (id, record, ttl) => values.set(id, serializeSession(record), ttl * 1000),
    update: (id, record, ttl) => values.update(id, serializeSession(record), ttl * 1000),
    delete: (id) => values.delete(id),
  };
}

function openResponses(values: PostgresValues): ResponseStore {
  return {
    get: async (key) => deserializeEntry<StoredResponse | StoredVariants>(await values.get(digestKey(key))),
    set: (key, entry, time) => values.set(digestKey(key), serializeEntry(entry), time),
    delete: (key) => values.delete(digestKey(key)),
  };
}

/** Creates the store for `idempotency({ store })`. The value of a reserved key is null. */
function openIdempotency(values: PostgresValues): IdempotencyStore {
  const { table } = values;
  const { name } = table;
  return {
    async reserve(key, time) {
      const row = await table.write(
        `with reserved as (
           insert into ${name} as stored (key, value, expires) values ($1, null, ${expiryAfter('$2')})
           on conflict (key) do update set value = null, expires = excluded.expires
             where stored.expires <= clock_timestamp()
           returning true
         )
         select exists (select from reserved) as reserved,
           (select value from ${name} where key = $1 and expires > clock_timestamp()) as value`,
        [key, time],
      );
      if (row?.['reserved'] === true) return 'reserved';
      return deserializeEntry<IdempotentResponse>(row?.['value']) ?? 'in-use';
    },
    set: (key, response, time) => values.set(key, serializeEntry(response), time),
    async delete(key) {
      await table.write(`delete from ${name} where key = $1 and value is null`, [key]);
    },
  };
}

function openRates(table: PostgresTable): (name: string) => RateStore {
  const text = `insert into ${table.name} as rate (key, count, expires) values ($1, 1, ${expiryAfter('$2')})
    on conflict (key) do update set
      count = case when rate.expires <= clock_timestamp() then 1 else least(rate.count, 2000000000) + 1 end,
      expires = case when rate.expires <= clock_timestamp() then excluded.expires else rate.expires end
    returning count, greatest(0, extract(epoch from expires - clock_timestamp()) * 1000)::double precision as left`;
  return (name) => ({
    async hit(key, window) {
      const row = await table.write(text, [digestKey(name, key), window]);
      return { count: Number(row!['count']), left: Number(row!['left']) };
    },
  });
}
