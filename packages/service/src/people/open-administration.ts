import { defined } from '@writ/diagnostics/internal';
import type { Engine } from '../store/engine.ts';
import { AuditLog } from '../store/audit-log.ts';
import { PeopleStore } from '../store/people-store.ts';
import { createMissingRecordsError, findMissingRecords } from '../store/sqlite/missing-records.ts';
import { SqliteEngine } from '../store/sqlite/sqlite-engine.ts';
import { createAdministration, type Administer } from './administration.ts';
import { People } from './people.ts';

/** Access to users, tokens and the audit log without a running service. */
export interface OpenAdministration {
  readonly administer: Administer;
  /** The SQLite database, if it did not exist before. */
  readonly created?: string;
  /** Closes the database. */
  close(): Promise<void>;
}

export interface OpenAdministrationOptions {
  /** The state folder, which contains the SQLite database. */
  readonly state: string;
  /** The address of a PostgreSQL database, which is used instead, also while services use it. */
  readonly databaseUrl?: string;
  /** Whether to create an SQLite database if there is none (default: false). */
  readonly mayCreate?: boolean;
}

/**
 * Opens the database of the service, and creates or upgrades its tables if necessary.
 *
 * @throws {StoreUnusable} when the database does not exist and must not be created, or cannot be used, for example
 * because a service uses the state folder
 */
export async function openAdministration(options: OpenAdministrationOptions): Promise<OpenAdministration> {
  const { state, databaseUrl, mayCreate } = options;
  const created = databaseUrl === undefined ? findMissingRecords(state) : undefined;
  if (created !== undefined && mayCreate !== true) throw createMissingRecordsError(state);
  const engine = await openEngine(options);
  const now = (): Date => new Date();
  const people = new People(new PeopleStore(engine), now);
  return {
    administer: createAdministration(people, new AuditLog(engine), now),
    ...defined({ created }),
    close: () => engine.close(),
  };
}

async function openEngine({
  state,
  databaseUrl,
}: Omit<OpenAdministrationOptions, 'mayCreate'>): Promise<Engine> {
  if (databaseUrl === undefined) return new SqliteEngine(state);
  const { PostgresEngine } = await import('../store/postgres/postgres-engine.ts');
  return PostgresEngine.openBeside(databaseUrl, { reportError: () => {} });
}
