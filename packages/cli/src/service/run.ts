import { defined } from '@writ/diagnostics/internal';
import {
  createService,
  demonstrationMirror,
  distributionMirror,
  dnsmasqLines,
  exampleConfiguration,
  SealKeyUnusable,
  StoreUnusable,
  WebhooksUnusable,
  type Service,
  type ServiceEnvironment,
  createPrivateFolder,
} from '@writ/service';
import type { Server } from '@writ/http';
import { exitStatus } from '../process/exit-status.ts';
import { preparingDemonstration, startDemonstration, type Demonstration } from './demonstration.ts';
import { openAdministrationSocket } from './administration-socket.ts';
import { openLinkSocket, requestLink } from './link-socket.ts';
import type { StateSocket } from './state-socket.ts';
import { readSettings, type ServeSettings } from './settings.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
import { printMessage } from '../process/standard-error.ts';

/** Milliseconds for a running installation to clean up. */
const CLEAN_UP_LIMIT = 30_000;
/** Milliseconds for requests to finish after the clean-up. */
const DRAIN_LIMIT = 2_000;

/** `writ serve`: runs the install service with its page and the demonstration mirror until a signal. */
export async function run(argv: readonly string[]): Promise<number> {
  const settings = readSettings(argv, process.env);
  if (!('port' in settings)) {
    for (const problem of settings) printMessage(problem);
    return exitStatus.usage;
  }
  // Child processes (pacman, custom commands) must not see the tokens and the password of the database.
  delete process.env['WRIT_DATABASE_URL'];
  delete process.env['WRIT_MIGRATION_URL'];
  delete process.env['WRIT_TOKEN'];
  delete process.env['WRIT_METRICS_TOKEN'];
  if (settings.link) return printLink(settings);
  const stop = stopOnSignals();
  try {
    return await runService(settings, stop);
  } finally {
    stop.release();
  }
}

async function runService(settings: ServeSettings, stop: StopSignals): Promise<number> {
  let demonstration: Demonstration = preparingDemonstration('starting');
  const service = await openService(settings, () => toEnvironment(demonstration));
  if (service === undefined) return exitStatus.usage;
  const server = service.toolkit.createServer(service.router);
  const bootServer = await listenForBoots(service, settings);
  try {
    if (bootServer === 'unusable') return exitStatus.usage;
    const { url } = await server.listen(settings.port, '127.0.0.1');
    const newAddress = (): string => `${url}/#code=${service.issueCode()}`;
    const sockets = await openSockets(settings, service, newAddress);
    const startMirror = async (): Promise<void> => {
      demonstration = await startDemonstration(stop.signal, (line) => {
        printMessage(line);
        demonstration = preparingDemonstration(line);
      });
      for (const notice of demonstration.notices) printMessage(notice);
      if (!stop.signal.aborted) service.begin();
    };
    // The page shows the mirror's progress, and installations wait until the mirror is ready.
    const prepared = startMirror();
    try {
      printMessage(`images are created in ${service.images}, and records are stored in ${service.records}`);
      if (settings.workersOf !== undefined)
        printMessage(`installations are run by the workers of the host ${settings.workersOf}`);
      if (service.tokenFile !== undefined)
        printMessage(`the token for other clients is in ${service.tokenFile}`);
      printMessage(
        'this address opens the page once, within two minutes; writ serve --link (in a checkout: ./run --link) prints another',
      );
      process.stdout.write(`${newAddress()}\n`);
      await stop.requested;
      return await shutDown(service);
    } finally {
      for (const socket of sockets) socket.close();
      await server.close({ timeout: DRAIN_LIMIT });
      await prepared;
      await demonstration.close?.();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EACCES' ? 'requires more permissions' : 'is in use by another program';
    printMessage(`port ${settings.port} on 127.0.0.1 ${reason}; choose another one with --port or PORT`);
    return exitStatus.usage;
  } finally {
    if (bootServer !== 'unusable') await bootServer?.close({ timeout: DRAIN_LIMIT });
    await service.release();
  }
}

/** Starts the network boot service, and prints the lines for dnsmasq. If its port cannot be used, prints the reason. */
async function listenForBoots(
  { toolkit, bootRouter }: Service,
  { netboot }: ServeSettings,
): Promise<Pick<Server, 'close'> | 'unusable' | undefined> {
  if (bootRouter === undefined || netboot === undefined) return undefined;
  const { host, port } = netboot.listen;
  const server = toolkit.createServer(bootRouter);
  try {
    const { url } = await server.listen(port, host);
    printMessage(`machines boot from the network at ${url}; dnsmasq needs these lines:`);
    for (const line of dnsmasqLines(url)) printMessage(`    ${line}`);
    return server;
  } catch (error) {
    printMessage(`--netboot ${host}:${port} cannot be used: ${(error as Error).message}`);
    return 'unusable';
  }
}

async function printLink({ state }: ServeSettings): Promise<number> {
  const address = await requestLink(state);
  if (address === undefined) {
    printMessage(
      `no service is running with the state folder ${state}; start it with writ serve, or set WRIT_STATE to another folder`,
    );
    return exitStatus.usage;
  }
  process.stdout.write(`${address}\n`);
  return exitStatus.done;
}

/** Opens the sockets for commands on this machine. If one cannot be opened, prints the reason. */
async function openSockets(
  { state }: ServeSettings,
  { administer }: Service,
  newAddress: () => string,
): Promise<readonly StateSocket[]> {
  const sockets = [
    openLinkSocket(state, newAddress).catch((error: unknown) => {
      printMessage(`writ serve --link will not work: ${(error as Error).message}`);
    }),
    openAdministrationSocket(state, administer).catch((error: unknown) => {
      printMessage(`writ user, writ token and writ audit will not work: ${(error as Error).message}`);
    }),
  ];
  return (await Promise.all(sockets)).filter((socket) => socket !== undefined);
}

/** Creates the service. If a folder or a file cannot be used, prints the reason and returns undefined. */
async function openService(
  {
    state,
    images,
    databaseUrl,
    token,
    metricsToken,
    newToken,
    sealKeyFile,
    webhooksFile,
    machine,
    allowDevices,
    workersOf,
    netboot,
    wakeAddress,
  }: ServeSettings,
  environment: () => ServiceEnvironment,
): Promise<Service | undefined> {
  try {
    createPrivateFolder(images);
  } catch (error) {
    printMessage(
      `the images folder cannot be created: ${(error as Error).message}; choose another folder with WRIT_IMAGES`,
    );
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
      machine,
      ...defined({ databaseUrl, token, metricsToken, sealKeyFile, webhooksFile, workersOf }),
      ...defined({ boot: netboot?.boot, wakeAddress }),
    });
  } catch (error) {
    const isExpected =
      error instanceof StoreUnusable || error instanceof SealKeyUnusable || error instanceof WebhooksUnusable;
    if (!isExpected) throw error;
    printMessage(error.message);
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
  if (service.busy())
    printMessage('interrupting the running installation, which can be resumed (interrupt again to abort)');
  if ((await service.stop(CLEAN_UP_LIMIT)) === 'clean') return exitStatus.done;
  printMessage(
    `the running installation did not stop within ${CLEAN_UP_LIMIT / 1000} s; it can still be resumed`,
  );
  process.exit(exitStatus.failed);
}
