import { Client } from 'pg';
import { StoreUnusable } from '../store-error.ts';
import { describeDatabase } from './database-address.ts';
import { describeError } from './errors.ts';
import { connectionSettings } from './postgres-engine.ts';
import { JOBS_SCHEMA, upgradeTables } from './upgrade-tables.ts';

export interface MigrationAddresses {
  /** The address with the role that owns the tables. */
  readonly migrationUrl: string;
  /** The address with the role of the service. */
  readonly databaseUrl: string;
}

/**
 * Creates or upgrades the tables with one role, and grants another role, that of the service, what it needs: of the audit
 * log, it may only read and append entries.
 *
 * @returns the name of the database for messages
 * @throws {StoreUnusable} when the database cannot be used, or both addresses have the same role
 */
export async function migrateDatabase({ migrationUrl, databaseUrl }: MigrationAddresses): Promise<string> {
  const service = await withClient(databaseUrl, 'WRIT_DATABASE_URL', identify);
  return withClient(migrationUrl, 'WRIT_MIGRATION_URL', async (client, name) => {
    const owner = await identify(client);
    if (owner.database !== service.database)
      throw new StoreUnusable('WRIT_MIGRATION_URL and WRIT_DATABASE_URL name different databases');
    const { rows } = await client.query<{ isOwner: boolean }>(
      `select pg_has_role($1, current_user, 'member') as "isOwner"`,
      [service.role],
    );
    if (rows[0]!.isOwner) {
      throw new StoreUnusable(
        'the role in WRIT_DATABASE_URL could change the audit log, because it is the role in WRIT_MIGRATION_URL, a member of it, or a superuser; create another role for the service',
      );
    }
    await upgradeTables(client, {
      name,
      holdsLock: false,
      finish: () => grantRights(client, service.role),
    });
    return name;
  });
}

/** Grants the role of the service what it needs. */
async function grantRights(client: Client, role: string): Promise<void> {
  const grantee = client.escapeIdentifier(role);
  await client.query(`
    revoke all on schema writ from public;
    revoke all on all tables in schema writ from ${grantee};
    grant usage on schema writ to ${grantee};
    grant select, insert, update, delete on all tables in schema writ to ${grantee};
    revoke all on audit from ${grantee};
    grant select, insert on audit to ${grantee};
    grant usage, create on schema ${JOBS_SCHEMA} to ${grantee}`);
}

interface Identity {
  readonly role: string;
  readonly database: string;
}

async function identify(client: Client): Promise<Identity> {
  const { rows } = await client.query<Identity>(
    'select current_user as role, current_database() as database',
  );
  return rows[0]!;
}

/** @throws {StoreUnusable} when the database cannot be used */
async function withClient<T>(
  url: string,
  variable: string,
  work: (client: Client, name: string) => Promise<T>,
): Promise<T> {
  const config = connectionSettings(url);
  const name = describeDatabase(config, variable);
  const client = new Client(config);
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client, name);
  } catch (error) {
    if (error instanceof StoreUnusable) throw error;
    // The cause may contain the user and the password of the address.
    throw new StoreUnusable(`${name} cannot be used: ${describeError(error)}; check ${variable}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
