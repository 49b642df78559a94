import { printMessage } from '../process/standard-error.ts';
import { readDatabaseUrl, readStateFolder, type Environment } from '../service/settings.ts';

/** The place of the records. */
export interface RecordsPlace {
  /** Absolute path of the state folder. */
  readonly state: string;
  /** The address of a PostgreSQL database; undefined for SQLite in the state folder. */
  readonly databaseUrl: string | undefined;
}

/** Reads the place of the records from the environment. Prints usage errors, and returns undefined if there are any. */
export function readRecordsPlace(environment: Environment): RecordsPlace | undefined {
  const problems: string[] = [];
  const databaseUrl = readDatabaseUrl(environment, problems);
  for (const problem of problems) printMessage(problem);
  return problems.length > 0 ? undefined : { state: readStateFolder(environment), databaseUrl };
}
