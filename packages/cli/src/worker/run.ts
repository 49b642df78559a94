import { SealKeyUnusable, StoreUnusable } from '@writ/service';
import { createWorker, type RunningWorker } from '@writ/service/worker';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { stopOnSignals } from '../process/stop-signals.ts';
import { readSettings, type WorkerSettings } from './settings.ts';

/** Milliseconds for running installations to clean up. */
const CLEAN_UP_LIMIT = 30_000;

/** `writ worker`: runs the installations of this machine until a signal. */
export async function run(argv: readonly string[]): Promise<number> {
  const settings = readSettings(argv, process.env);
  if (!('slots' in settings)) {
    for (const problem of settings) printMessage(problem);
    return exitStatus.usage;
  }
  // Child processes (pacman, custom commands) must not see the password of the database.
  delete process.env['WRIT_DATABASE_URL'];
  delete process.env['WRIT_MIGRATION_URL'];
  const stop = stopOnSignals();
  try {
    const worker = await startWorker(settings);
    if (worker === undefined) return exitStatus.usage;
    const { host, slots } = settings;
    printMessage(`this worker runs the installations of the host ${host}, at most ${slots} at a time`);
    printMessage(`images are created in ${worker.images}, and records are stored in ${worker.records}`);
    await stop.requested;
    return await shutDown(worker);
  } finally {
    stop.release();
  }
}

/** Starts the worker. If a folder, a file or the database cannot be used, prints the reason and returns undefined. */
async function startWorker(settings: WorkerSettings): Promise<RunningWorker | undefined> {
  try {
    return await createWorker(settings);
  } catch (error) {
    if (error instanceof StoreUnusable || error instanceof SealKeyUnusable) {
      printMessage(error.message);
      return undefined;
    }
    if ((error as NodeJS.ErrnoException).syscall !== 'mkdir') throw error;
    printMessage(
      `the images folder cannot be created: ${(error as Error).message}; choose another folder with WRIT_IMAGES`,
    );
    return undefined;
  }
}

async function shutDown(worker: RunningWorker): Promise<number> {
  if (worker.busy() > 0) {
    printMessage(
      'interrupting the running installations, which other workers of this host continue (interrupt again to abort)',
    );
  }
  if ((await worker.stop(CLEAN_UP_LIMIT)) === 'clean') return exitStatus.done;
  printMessage(
    `a running installation did not stop within ${CLEAN_UP_LIMIT / 1000} s; another worker of this host continues it`,
  );
  process.exit(exitStatus.failed);
}
