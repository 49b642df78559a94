import { mkdirSync } from 'node:fs';
import {
  createService,
  demonstrationMirror,
  distributionMirror,
  exampleConfiguration,
  StoreUnusable,
  type Service,
  type Surroundings,
} from '@writ/service';
import { exitStatus } from '../exit-status.ts';
import { startDemonstration, type Demonstration } from '../serve/demonstration.ts';
import { readSettings, type ServeSettings } from '../serve/settings.ts';
import { stopOnSignals, type StopSignals } from '../serve/stop-signals.ts';

/** Milliseconds: how long a running installation may take to clean up, and requests to end after that. */
const cleanUpLimit = 30_000;
const drainLimit = 2_000;

/** `writ serve`: the install service with its page and its demonstration mirror, until a signal ends it. */
export async function run(argv: readonly string[]): Promise<number> {
  const settings = readSettings(argv, process.env);
  if (!('port' in settings)) {
    for (const problem of settings) tell(problem);
    return exitStatus.usage;
  }
  // What this process starts (pacman, commands of a configuration) has no business with the token.
  delete process.env['WRIT_TOKEN'];
  const stop = stopOnSignals();
  try {
    return await serve(settings, stop);
  } finally {
    stop.release();
  }
}

async function serve(settings: ServeSettings, stop: StopSignals): Promise<number> {
  let demonstration: Demonstration = { notices: [] };
  const service = await open(settings, () => surroundingsOf(demonstration));
  if (service === undefined) return exitStatus.usage;
  const server = service.toolkit.createServer(service.router);
  try {
    // Before the mirror, which may take its time to build: a busy port is known at once.
    const address = await server.listen(settings.port, '127.0.0.1');
    try {
      demonstration = await startDemonstration(stop.signal, tell);
      for (const notice of demonstration.notices) tell(notice);
      if (!stop.signal.aborted) {
        tell(`images go to ${service.images}, the service keeps its records in ${settings.state}`);
        process.stdout.write(`${address.url}/?token=${settings.token}\n`);
        await stop.requested;
      }
      return await shutDown(service);
    } finally {
      await server.close({ timeout: drainLimit });
      await demonstration.close?.();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'is not ours to listen on' : 'is taken by another program';
    tell(`port ${settings.port} of 127.0.0.1 ${why}; choose another with --port or PORT`);
    return exitStatus.usage;
  } finally {
    service.release();
  }
}

/** Undefined, and the reason told, when a folder cannot be used. */
async function open(
  { state, images, token, allowDevices }: ServeSettings,
  surroundings: () => Surroundings,
): Promise<Service | undefined> {
  try {
    mkdirSync(images, { recursive: true, mode: 0o700 });
  } catch (error) {
    tell(`the images folder cannot be made: ${(error as Error).message}; choose another with WRIT_IMAGES`);
    return undefined;
  }
  try {
    return await createService({ state, images, token, devices: allowDevices, surroundings });
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error;
    tell(error.message);
    return undefined;
  }
}

function surroundingsOf({ address, notices }: Demonstration): Surroundings {
  const mirrors = address === undefined ? [] : [demonstrationMirror(address)];
  return { example: exampleConfiguration(address), mirrors: [...mirrors, distributionMirror], notices };
}

async function shutDown(service: Service): Promise<number> {
  if (service.busy()) tell('interrupting the running installation, which can be resumed; again: at once');
  if ((await service.stop(cleanUpLimit)) === 'clean') return exitStatus.done;
  tell(
    `the running installation did not end within ${cleanUpLimit / 1000} s; it can be resumed all the same`,
  );
  process.exit(exitStatus.failed);
}

function tell(text: string): void {
  process.stderr.write(`writ: ${text}\n`);
}
