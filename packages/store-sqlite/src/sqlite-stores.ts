import type { DatabaseSync } from 'node:sqlite';
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
import { openSqlite } from './sqlite-file.ts';
import { SqliteTable, SqliteValues } from './sqlite-table.ts';

/** Options for {@link sqliteStores}. */
export interface SqliteStoresOptions {
  /** Maximum number of milliseconds to wait while another process writes to the file (default: 5,000). */
  readonly timeout?: number;
}

/** Stores in one SQLite file, for the processes of one machine. */
export interface SqliteStores {
  /** The store for `sessions({ store })`. */
  readonly sessions: SessionStore;
  /** The store for `responseCache({ store })`. */
  readonly responses: ResponseStore;
  /** The store for `idempotency({ store })`. */
  readonly idempotency: IdempotencyStore;
  /** Returns a store for `rateLimit({ store })`. Rate limits with the same name share their counts. */
  rates(name: string): RateStore;
  /** Closes the file. */
  close(): void;
}

const SCHEMA = `
  create table if not exists sessions (key text primary key, value text not null, expires integer not null) strict;
  create table if not exists responses (key text primary key, value blob not null, expires integer not null) strict;
  create table if not exists idempotency (key text primary key, value blob, expires integer not null) strict;
  create table if not exists rates (key text primary key, count integer not null, expires integer not null) strict;
  create index if not exists sessions_expires on sessions (expires);
  create index if not exists responses_expires on responses (expires);
  create index if not exists idempotency_expires on idempotency (expires);
  create index if not exists rates_expires on rates (expires)`;

/**
 * Creates stores in an SQLite file, which is created if it does not exist. Several processes can use the file at the
 * same time. Throws an error if the file cannot be opened, and `RangeError` if the time limit is invalid.
 */
export function sqliteStores(file: string, { timeout = 5000 }: SqliteStoresOptions = {}): SqliteStores {
  if (!Number.isSafeInteger(timeout) || timeout < 0)
    throw new RangeError(
      `sqliteStores: timeout must be a whole number of milliseconds, 0 or more, not ${timeout}`,
    );
  const database = openSqlite(file, SCHEMA, timeout);
  return {
    sessions: openSessions(new SqliteValues(database, 'sessions', timeout)),
    responses: openResponses(new SqliteValues(database, 'responses', timeout)),
    idempotency: openIdempotency(database, timeout),
    rates: openRates(database, timeout),
    close: () => database.close(),
  };
}

function openSessions(values: SqliteValues): SessionStore {
  return {
    get: (id) =>
      values.get(id, (value) => (typeof value === 'string' ? deserializeSession(value) : undefined)),
    set: (id, record, ttl) => values.set(id, serializeSession(record), ttl * 1000),
    update: (id, record, ttl) => values.update(id, serializeSession(record), ttl * 1000),
    delete: (id) => values.delete(id),
  };
}

function openResponses(values: SqliteValues): ResponseStore {
  return {
    get: (key) => values.get(digestKey(key), deserializeEntry<StoredResponse | StoredVariants>),
    set: (key, entry, time) => values.set(digestKey(key), serializeEntry(entry), time),
    delete: (key) => values.delete(digestKey(key)),
  };
}

/** Creates the store for `idempotency({ store })`. The value of a reserved key is null. */
function openIdempotency(database: DatabaseSync, timeout: number): IdempotencyStore {
  const values = new SqliteValues(database, 'idempotency', timeout);
  const reserve = database.prepare(
    `insert into idempotency (key, value, expires) values (?, null, ?)
     on conflict (key) do update set value = null, expires = excluded.expires where expires <= ?`,
  );
  const select = database.prepare('select value from idempotency where key = ?');
  const release = database.prepare('delete from idempotency where key = ? and value is null');
  return {
    reserve: (key, time) =>
      values.table.write((now) => {
        if (reserve.run(key, Math.ceil(now + time), now).changes !== 0) return 'reserved';
        // If another process has deleted the row in the meantime, the client is asked to repeat the request.
        return deserializeEntry<IdempotentResponse>(select.get(key)?.['value']) ?? 'in-use';
      }),
    set: (key, response, time) => values.set(key, serializeEntry(response), time),
    delete: (key) => values.table.write(() => void release.run(key)),
  };
}

function openRates(database: DatabaseSync, timeout: number): (name: string) => RateStore {
  const table = new SqliteTable(database, 'rates', timeout);
  const hit = database.prepare(
    `insert into rates (key, count, expires) values (:key, 1, :now + :window)
     on conflict (key) do update set
       count = case when expires <= :now then 1 else count + 1 end,
       expires = case when expires <= :now then excluded.expires else expires end
     returning count, expires - :now as left`,
  );
  return (name) => ({
    hit: (key, window) =>
      table.write((now) => {
        const row = hit.get({ key: digestKey(name, key), now, window: Math.ceil(window) })!;
        return { count: Number(row['count']), left: Number(row['left']) };
      }),
  });
}
