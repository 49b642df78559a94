import type { MigrationAddresses } from './postgres/migrate-database.ts';

/**
 * Creates or upgrades the tables of a PostgreSQL database with the role that owns them, and grants another role, that of
 * the service, what it needs. Returns the name of the database for messages.
 *
 * @throws {StoreUnusable} when the database cannot be used
 */
export async function migrateDatabase(addresses: MigrationAddresses): Promise<string> {
  // Loaded only here, because most services use SQLite.
  const postgres = await import('./postgres/migrate-database.ts');
  return postgres.migrateDatabase(addresses);
}
