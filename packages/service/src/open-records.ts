import type { JobQueue } from './fleet/job-queue.ts';
import type { Engine } from './store/engine.ts';
import { createStateFolder } from './store/state-folder.ts';
import { SqliteEngine } from './store/sqlite/sqlite-engine.ts';
import { StoreUnusable } from './store/store-error.ts';
import { Store, type StoreOptions } from './store/store.ts';
import type { ServiceOptions } from './service-types.ts';

/** @throws {StoreUnusable} when the state folder or the database cannot be used */
export async function openEngine(
  { state, databaseUrl, workersOf }: ServiceOptions,
  reportError: (message: string, error: unknown) => void,
): Promise<Engine> {
  if (databaseUrl === undefined && workersOf !== undefined)
    throw new StoreUnusable('workers require a PostgreSQL database; set WRIT_DATABASE_URL to its address');
  if (databaseUrl === undefined) return new SqliteEngine(state);
  createStateFolder(state);
  // Loaded only here, because most services use SQLite.
  const { PostgresEngine } = await import('./store/postgres/postgres-engine.ts');
  return PostgresEngine.open(databaseUrl, { reportError, shared: workersOf !== undefined });
}

/** Opens the queue of jobs for workers; undefined if the service runs its installations itself. */
export async function openJobs(
  { databaseUrl, workersOf }: ServiceOptions,
  records: string,
  reportError: (message: string, error: unknown) => void,
): Promise<JobQueue | undefined> {
  if (databaseUrl === undefined || workersOf === undefined) return undefined;
  const { JobQueue } = await import('./fleet/job-queue.ts');
  return JobQueue.open(databaseUrl, { records, reportError });
}

/** Opens the store of a database, and closes the database if that fails. */
export async function openStore(engine: Engine, options: StoreOptions): Promise<Store> {
  try {
    return await Store.open(engine, options);
  } catch (error) {
    await engine.close();
    throw error;
  }
}
