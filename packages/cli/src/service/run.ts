import { mkdirSync } from 'node:fs';
import { defined } from '@writ/diagnostics/internal';
import {
  createService,
  demonstrationMirror,
  distributionMirror,
  exampleConfiguration,
  SealKeyUnusable,
  StoreUnusable,
  type Service,
  type ServiceEnvironment,
} from '@writ/service';
import { exitStatus } from '../process/exit-status.ts';
import { preparingDemonstration, startDemonstration, type Demonstration } from './demonstration.ts';
import { openLinkSocket, requestLink, type LinkSocket } from './link-socket.ts';
import { readSettings, type ServeSettings } from './settings.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';

/** Milliseconds: how long a running installation may take to clean up, and requests to end after that. */
const CLEAN_UP_LIMIT = 30_000;
const DRAIN_LIMIT = 2_000;

/** `writ serve`: the install service with its page and its demonstration mirror, until a signal ends it. */
export async function run(argv: readonly string[]): Promise<number> {
  const settings = readSettings(argv, process.env);
  if (!('port' in settings)) {
    for (const problem of settings) tell(problem);
    return exitStatus.usage;
  }
  // What this process starts (pacman, commands of a configuration) has no business with the token.
  delete process.env['WRIT_TOKEN'];
  if (settings.link) return printLink(settings);
  const stop = stopOnSignals();
  try {
    return await serve(settings, stop);
  } finally {
    stop.release();
  }
}

async function serve(settings: ServeSettings, stop: StopSignals): Promise<number> {
  let demonstration: Demonstration = preparingDemonstration('starting');
  const service = await openService(settings, () => toEnvironment(demonstration));
  if (service === undefined) return exitStatus.usage;
  const server = service.toolkit.createServer(service.router);
  try {
    const { url } = await server.listen(settings.port, '127.0.0.1');
    const newAddress = (): string => `${url}/#code=${service.issueCode()}`;
    const links = await openLinks(settings, newAddress);
    const prepare = async (): Promise<void> => {
      demonstration = await startDemonstration(stop.signal, (line) => {
        tell(line);
        demonstration = preparingDemonstration(line);
      });
      for (const notice of demonstration.notices) tell(notice);
      if (!stop.signal.aborted) service.begin();
    };
    // The page shows how far the mirror is; what is started meanwhile waits for it.
    const prepared = prepare();
    try {
      tell(`images go to ${service.images}, the service keeps its records in ${settings.state}`);
      if (service.tokenFile !== undefined) tell(`the token for other clients is in ${service.tokenFile}`);
      tell('this address opens the page once, within two minutes; writ serve --link prints another');
      process.stdout.write(`${newAddress()}\n`);
      await stop.requested;
      return await shutDown(service);
    } finally {
      links?.close();
      await server.close({ timeout: DRAIN_LIMIT });
      await prepared;
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

async function printLink({ state }: ServeSettings): Promise<number> {
  const address = await requestLink(state);
  if (address === undefined) {
    tell(
      `no service answers with the state folder ${state}; writ serve starts one, WRIT_STATE names another`,
    );
    return exitStatus.usage;
  }
  process.stdout.write(`${address}\n`);
  return exitStatus.done;
}

/** Undefined, and the reason said, when the state folder can hold no socket. */
async function openLinks(
  { state }: ServeSettings,
  newAddress: () => string,
): Promise<LinkSocket | undefined> {
  try {
    return await openLinkSocket(state, newAddress);
  } catch (error) {
    tell(`writ serve --link will not work: ${(error as Error).message}`);
    return undefined;
  }
}

/** Undefined, and the reason said, when a folder cannot be used. */
async function openService(
  { state, images, token, newToken, sealKeyFile, allowDevices }: ServeSettings,
  environment: () => ServiceEnvironment,
): Promise<Service | undefined> {
  try {
    mkdirSync(images, { recursive: true, mode: 0o700 });
  } catch (error) {
    tell(`the images folder cannot be made: ${(error as Error).message}; choose another with WRIT_IMAGES`);
    return undefined;
  }
  try {
    return await createService({
      state,
      images,
      newToken,
      devices: allowDevices,
      environment,
      held: true,
      ...defined({ token, sealKeyFile }),
    });
  } catch (error) {
    if (!(error instanceof StoreUnusable || error instanceof SealKeyUnusable)) throw error;
    tell(error.message);
    return undefined;
  }
}

function toEnvironment({ address, notices, preparing: step }: Demonstration): ServiceEnvironment {
  const mirrors = address === undefined ? [] : [demonstrationMirror(address)];
  return {
    example: exampleConfiguration(address),
    mirrors: [...mirrors, distributionMirror],
    notices,
    ...defined({ preparing: step }),
  };
}

async function shutDown(service: Service): Promise<number> {
  if (service.busy()) tell('interrupting the running installation, which can be resumed; again: at once');
  if ((await service.stop(CLEAN_UP_LIMIT)) === 'clean') return exitStatus.done;
  tell(
    `the running installation did not end within ${CLEAN_UP_LIMIT / 1000} s; it can be resumed all the same`,
  );
  process.exit(exitStatus.failed);
}

function tell(text: string): void {
  process.stderr.write(`writ: ${text}\n`);
}
