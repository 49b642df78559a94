import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkBackup, copyRecords, StoreUnusable } from '@writ/service';
import { readArguments } from '../command-line/read-arguments.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { connectToBackup } from '../service/backup-socket.ts';
import { backupCommand } from './commands.ts';
import { readRecordsPlace } from './settings.ts';

/** `writ backup FILE`: writes a copy of the records, also while the service is running. */
export async function run(argv: readonly string[]): Promise<number> {
  const [given = ''] = readArguments(backupCommand, argv).operands;
  const place = readRecordsPlace(process.env);
  if (place === undefined) return exitStatus.usage;
  if (place.databaseUrl !== undefined) {
    printMessage(
      'the records are in PostgreSQL, because WRIT_DATABASE_URL or WRIT_DATABASE_URL_FILE is set; back them up with pg_dump --format=custom --schema=writ',
    );
    return exitStatus.usage;
  }
  const file = resolve(given);
  try {
    const { installs } = await writeBackup(place.state, file);
    printMessage(`${file} contains the records of ${installs} installation${installs === 1 ? '' : 's'}`);
    return exitStatus.done;
  } catch (error) {
    if (!(error instanceof StoreUnusable) && (error as NodeJS.ErrnoException).code === undefined) throw error;
    printMessage(`no backup was written: ${describeFailure(error as NodeJS.ErrnoException, file)}`);
    return exitStatus.usage;
  }
}

function describeFailure(error: NodeJS.ErrnoException, file: string): string {
  if (error.code !== 'EEXIST') return error.message;
  return `${file} exists; choose another name, because earlier backups are not replaced`;
}

async function writeBackup(state: string, file: string): Promise<{ readonly installs: number }> {
  const output = await createFile(file);
  try {
    const service = await connectToBackup(state);
    if (service === undefined) {
      output.end();
      await copyRecords(state, file);
    } else {
      await pipeline(service, output);
    }
    return checkBackup(file);
  } catch (error) {
    output.destroy();
    await rm(file, { force: true });
    throw error;
  }
}

/** Creates a file, which must not exist: an earlier backup is not overwritten. */
function createFile(file: string): Promise<WriteStream> {
  return new Promise((opened, reject) => {
    const stream = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    stream.once('open', () => opened(stream)).once('error', reject);
  });
}
