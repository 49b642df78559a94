import type { RestoredRecords } from './sqlite/backup.ts';

/**
 * Interrupts the installations that had not ended when a PostgreSQL database was dumped; call it after the database has
 * been restored, before servers and workers start. None of the restored installations can be resumed.
 *
 * @throws {StoreUnusable} when the database cannot be used, or is in use
 */
export async function restoreDatabase(databaseUrl: string): Promise<RestoredRecords> {
  // Loaded only here, because most services use SQLite.
  const { endUnfinishedIn } = await import('./postgres/restore.ts');
  return endUnfinishedIn(databaseUrl);
}
