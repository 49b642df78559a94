import type { RestoredRecords, RestoreOptions } from './settle-restored.ts';

/**
 * Ends all work in a PostgreSQL database that has been restored from a dump, as `settleRestored` does; call it before
 * servers and workers start.
 *
 * @throws {StoreUnusable} when the database cannot be used, or is in use
 */
export async function restoreDatabase(
  databaseUrl: string,
  options: RestoreOptions = {},
): Promise<RestoredRecords> {
  // Loaded only here, because most services use SQLite.
  const { settleDatabase } = await import('./postgres/restore.ts');
  return settleDatabase(databaseUrl, options);
}
