import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';
import { StoreUnusable } from '../store-error.ts';
import { NEWEST_FORMAT } from '../sqlite/migrations.ts';
import { POSTGRES_MIGRATIONS, type PostgresMigration } from './migrations.ts';

/** The key of the lock that a service holds while it uses the database. */
export const SERVICE_LOCK: string = `hashtextextended('writ install service', 0)`;
/** Locks the database alone, until the connection ends. */
export const TRY_LOCK: string = `select pg_try_advisory_lock(${SERVICE_LOCK}) as locked`;
const UNLOCK = `select pg_advisory_unlock(${SERVICE_LOCK})`;
/** Upgrades run one at a time. */
const UPGRADE_LOCK = `select pg_advisory_xact_lock(hashtextextended('writ upgrade', 0))`;

/** The schema of the queue of jobs; pg-boss creates its tables. */
export const JOBS_SCHEMA = 'writ_jobs';

/** The formats of the tables that a version of Writ knows. */
export interface Formats {
  readonly newest: number;
  readonly migrations: readonly PostgresMigration[];
}

export const CURRENT_FORMATS: Formats = { newest: NEWEST_FORMAT, migrations: POSTGRES_MIGRATIONS };

/**
 * Milliseconds to wait for the transactions of processes that use the tables. While an upgrade waits, it also delays
 * their next transactions, so it rather fails and is repeated.
 */
const LOCK_LIMIT = 5_000;
const ATTEMPTS = 5;
const ATTEMPT_PAUSE = 1_000;

export interface UpgradeOptions {
  /** The name of the database for messages. */
  readonly name: string;
  /** Whether this connection holds the lock alone, so that no older version can use the tables. */
  readonly holdsLock: boolean;
  /** Called before the tables are changed, with the owner that they contain; if it rejects, nothing is changed. */
  readonly check?: (owner: string | null) => Promise<void>;
  /** Called after the tables have been changed, in the same transaction. */
  readonly finish?: () => Promise<void>;
  /** Replaces the formats of the tables in tests. */
  readonly formats?: Formats;
}

/**
 * Creates or upgrades the tables in the schema `writ`, in one transaction. Changes nothing if they have the newest format,
 * so that the role of the service needs no right to change them. Processes of earlier versions can use the tables meanwhile
 * and afterwards, unless a migration is a contraction.
 *
 * @throws {StoreUnusable} when the tables cannot be used or upgraded
 */
export async function upgradeTables(client: Client, options: UpgradeOptions): Promise<void> {
  await assertSupported(client, options.name);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await upgradeOnce(client, options);
      return;
    } catch (error) {
      const isLocked = error instanceof DatabaseError && error.code === '55P03';
      if (!isLocked || attempt === ATTEMPTS) throw error;
      await pause(ATTEMPT_PAUSE);
    }
  }
}

async function upgradeOnce(
  client: Client,
  {
    name,
    holdsLock,
    check = async () => {},
    finish = async () => {},
    formats: { newest, migrations } = CURRENT_FORMATS,
  }: UpgradeOptions,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_LIMIT}`);
    await client.query(UPGRADE_LOCK);
    await createSchemas(client, name);
    const found = await client.query<{ format: number; owner: string | null }>(
      'select format, owner from service for update',
    );
    const { format, owner } = found.rows[0]!;
    if (format > newest) {
      throw new StoreUnusable(
        `${name} was upgraded by a newer version of Writ (format ${format}; this version supports ${newest}); upgrade Writ on this machine, or set WRIT_DATABASE_URL to another database`,
      );
    }
    await check(owner);
    if (format < newest) {
      await assertOwner(client, name, format);
      const pending = migrations.filter((migration) => migration.format > format);
      const isContracted = pending.some(({ isContraction }) => isContraction === true);
      if (format > 0 && !holdsLock && isContracted) await assertAlone(client, name);
      for (const { statements } of pending) await client.query(statements);
      await client.query('update service set format = $1', [newest]);
    }
    await finish();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function assertSupported(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding`,
  );
  const { version, encoding } = rows[0]!;
  if (version < 150_000)
    throw new StoreUnusable(
      `${name} is a database of PostgreSQL ${Math.floor(version / 10_000)}; use version 15 or newer`,
    );
  if (encoding !== 'UTF8')
    throw new StoreUnusable(`${name} has the encoding ${encoding}; create a database with the encoding UTF8`);
}

/** Creates the schemas and the table `service` if they do not exist, and selects the schema. */
async function createSchemas(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{
    schema: boolean;
    jobs: boolean;
    service: boolean;
    creates: boolean;
  }>(
    `select to_regnamespace('writ') is not null as schema, to_regnamespace($1) is not null as jobs,
      to_regclass('writ.service') is not null as service,
      has_database_privilege(current_database(), 'create') as creates`,
    [JOBS_SCHEMA],
  );
  const { schema, jobs, service, creates } = rows[0]!;
  if (!schema && !creates) {
    throw new StoreUnusable(
      `${name} has no tables yet, and the role in WRIT_DATABASE_URL must not create any; run writ migrate`,
    );
  }
  if (!schema) await client.query('create schema writ');
  if (!jobs && creates) await client.query(`create schema ${JOBS_SCHEMA}`);
  await client.query('set local search_path to writ');
  if (service) return;
  await client.query(`create table service (
      singleton boolean primary key default true check (singleton),
      format integer not null,
      owner text
    );
    insert into service (format) values (0)`);
}

/** @throws {StoreUnusable} when the role must not change the tables */
async function assertOwner(client: Client, name: string, format: number): Promise<void> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'writ.service'::regclass`,
  );
  if (rows[0]!.owns) return;
  throw new StoreUnusable(
    `${name} was written by an older version of Writ (format ${format}; this version writes ${NEWEST_FORMAT}), and the role in WRIT_DATABASE_URL must not change its tables; run writ migrate`,
  );
}

/** After a contraction, processes of earlier versions cannot use the tables. */
async function assertAlone(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(TRY_LOCK);
  if (rows[0]!.locked !== true) {
    throw new StoreUnusable(
      `${name} is in use by servers or workers of an older version of Writ; stop all of them first`,
    );
  }
  await client.query(UNLOCK);
}
