import { SealKeyUnusable, StoreUnusable } from '@writ/service';
import { createWorker, type RunningWorker } from '@writ/service/worker';
import { exitStatus } from '../process/exit-status.ts';
import { createMessages, type Messages } from '../service/messages.ts';
import { printMessage } from '../process/standard-error.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
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
  const messages = createMessages(settings.logsJson);
  const { say } = messages;
  const stop = stopOnSignals({ waits: settings.drain > 0 });
  try {
    const worker = await startWorker(settings, messages);
    if (worker === undefined) return exitStatus.usage;
    const { host, slots } = settings;
    say(`this worker runs the installations of the host ${host}, at most ${slots} at a time`);
    say(`images are created in ${worker.images}, and records are stored in ${worker.records}`);
    await stop.requested;
    return await shutDown(worker, settings, stop, say);
  } finally {
    stop.release();
  }
}

/** Starts the worker. If a folder, a file or the database cannot be used, prints the reason and returns undefined. */
async function startWorker(
  settings: WorkerSettings,
  { say, logger }: Messages,
): Promise<RunningWorker | undefined> {
  try {
    return await createWorker({ ...settings, ...(logger !== undefined && { logger }) });
  } catch (error) {
    if (error instanceof StoreUnusable || error instanceof SealKeyUnusable) {
      say(error.message);
      return undefined;
    }
    if ((error as NodeJS.ErrnoException).syscall !== 'mkdir') throw error;
    say(
      `the images folder cannot be created: ${(error as Error).message}; choose another folder with WRIT_IMAGES`,
    );
    return undefined;
  }
}

async function shutDown(
  worker: RunningWorker,
  { drain }: WorkerSettings,
  { urgent }: StopSignals,
  say: Messages['say'],
): Promise<number> {
  const running = worker.busy();
  if (running > 0 && drain > 0) {
    say(
      `waiting up to ${drain / 1000} s for ${countInstallations(running)} to end (press Ctrl-C again to interrupt them)`,
    );
    await worker.drain(drain, urgent);
    say(`${countInstallations(running - worker.busy())} of ${running} ended`);
  }
  if (worker.busy() > 0) {
    say(
      `interrupting ${countInstallations(worker.busy())}, which other workers of this host continue (interrupt again to abort)`,
    );
  }
  if ((await worker.stop(CLEAN_UP_LIMIT)) === 'clean') return exitStatus.done;
  say(
    `a running installation did not stop within ${CLEAN_UP_LIMIT / 1000} s; another worker of this host continues it`,
  );
  process.exit(exitStatus.failed);
}

function countInstallations(count: number): string {
  return `${count} installation${count === 1 ? '' : 's'}`;
}
