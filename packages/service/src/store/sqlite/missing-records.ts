import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnusable } from '../store-error.ts';
import { DATABASE_NAME } from './open-database.ts';

/** Returns the path of the database of a state folder if the database does not exist; otherwise undefined. */
export function findMissingRecords(state: string): string | undefined {
  const file = join(state, DATABASE_NAME);
  return existsSync(file) ? undefined : file;
}

/** Creates the error for a state folder without a database. */
export function createMissingRecordsError(state: string): StoreUnusable {
  return new StoreUnusable(`there are no records in ${state}; set WRIT_STATE to the folder of the service`);
}
