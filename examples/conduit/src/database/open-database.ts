import { CamelCasePlugin, type Dialect, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { migrations } from './migrations.ts';
import { openNodeSqlite } from './node-sqlite.ts';
import type { Database, Tables } from './tables.ts';

/** Opens a PostgreSQL database (`postgres://…`) or an SQLite file, and migrates it to the latest version. */
export async function openDatabase(location: string): Promise<Database> {
  const database = new Kysely<Tables>({ dialect: dialectOf(location), plugins: [new CamelCasePlugin()] });
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  }).migrateToLatest();
  if (error === undefined) return database;
  await database.destroy();
  throw new Error('the database could not be migrated', { cause: error });
}

function dialectOf(location: string): Dialect {
  return /^postgres(?:ql)?:/.test(location)
    ? new PostgresDialect({ pool: openPool(location) })
    : new SqliteDialect({ database: openNodeSqlite(location) });
}

/** A pool that survives the loss of its connections, for example when PostgreSQL restarts. */
export function openPool(location: string): Pool {
  const pool = new Pool({ connectionString: location, connectionTimeoutMillis: 10_000, max: 10 });
  // Without listeners, errors would end the process. The pool replaces connections that are lost while they are idle;
  // statements report the loss of others.
  pool.on('error', ({ message }) => console.error(`database connection lost: ${message}`));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
