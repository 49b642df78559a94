import { migrateDatabase } from '@writ/service';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { readDatabaseUrl } from '../service/settings.ts';
import { reportRefusal } from './administer.ts';
import { migrateCommand } from './commands.ts';

/** `writ migrate`: creates or upgrades the tables with the role that owns them. */
export async function run(argv: readonly string[]): Promise<number> {
  readArguments(migrateCommand, argv);
  const problems: string[] = [];
  const migrationUrl = readDatabaseUrl(process.env, problems, 'WRIT_MIGRATION_URL');
  const databaseUrl = readDatabaseUrl(process.env, problems);
  if (problems[0] !== undefined) throw new UsageError(problems[0]);
  if (migrationUrl === undefined)
    throw new UsageError(
      'WRIT_MIGRATION_URL is missing: set it to the address of the database with the role that owns the tables',
    );
  if (databaseUrl === undefined)
    throw new UsageError(
      'WRIT_DATABASE_URL is missing: set it to the address of the database with the role of the service',
    );
  return reportRefusal(async () => {
    const name = await migrateDatabase({ migrationUrl, databaseUrl });
    printMessage(`the tables in ${name} are up to date`);
    return exitStatus.done;
  });
}
