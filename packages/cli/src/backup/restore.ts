import { resolve } from 'node:path';
import { restoreDatabase, restoreRecords, StoreUnusable, type RestoredRecords } from '@writ/service';
import { readArguments } from '../command-line/read-arguments.ts';
import { exitStatus } from '../process/exit-status.ts';
import { describeOperator } from '../process/operator.ts';
import { printMessage } from '../process/standard-error.ts';
import { restoreCommand } from './commands.ts';
import { readRecordsPlace, type RecordsPlace } from './settings.ts';

/** `writ restore FILE`: restores the records of a service that is not running. */
export async function run(argv: readonly string[]): Promise<number> {
  const { operands, values } = readArguments(restoreCommand, argv);
  const place = readRecordsPlace(process.env);
  if (place === undefined) return exitStatus.usage;
  const problem = findProblem(operands[0], values.replace, place);
  if (problem !== undefined) {
    printMessage(problem);
    return exitStatus.usage;
  }
  const { replace, 'revoke-tokens': revokeTokens } = values;
  try {
    const options = { revokeTokens, by: describeOperator() };
    const restored =
      place.databaseUrl === undefined
        ? await restoreRecords(resolve(operands[0]!), place.state, { replace, ...options })
        : await restoreDatabase(place.databaseUrl, options);
    for (const message of describe(restored, revokeTokens)) printMessage(message);
    return exitStatus.done;
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error;
    printMessage(error.message);
    return exitStatus.usage;
  }
}

function findProblem(
  file: string | undefined,
  replace: boolean,
  { databaseUrl }: RecordsPlace,
): string | undefined {
  if (databaseUrl === undefined)
    return file === undefined ? 'missing FILE: pass the file that writ backup has written' : undefined;
  if (file === undefined && !replace) return undefined;
  return 'with WRIT_DATABASE_URL, restore the database with pg_restore, and then run writ restore without FILE and --replace';
}

/** Returns the messages about restored records. */
function describe(
  { installs, ended, batches, nodes, tokens, replaced }: RestoredRecords,
  isRevoking: boolean,
): string[] {
  const kept = replaced === undefined ? '' : `; the earlier records are in ${replaced}`;
  const total = `${count(installs, 'installation')} restored`;
  const interrupted = ended === 0 ? '' : `, ${ended} of them interrupted, because they had not ended`;
  const messages = [`${total}${interrupted}${kept}`];
  if (batches + nodes > 0) {
    messages.push(
      `${count(batches, 'batch', 'batches')} cancelled, and the work of ${count(nodes, 'machine')} ended, because it had not ended`,
    );
  }
  if (tokens > 0) {
    const revoked = `${count(tokens, 'API token')} revoked`;
    const valid = `${count(tokens, 'API token')} valid as in the backup, even if revoked since; list and revoke them with writ token, or restore with --revoke-tokens`;
    messages.push(isRevoking ? revoked : valid);
  }
  return messages;
}

function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
