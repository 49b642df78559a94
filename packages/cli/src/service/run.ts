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
import {
  NO_DEMONSTRATION,
  preparingDemonstration,
  startDemonstration,
  type Demonstration,
} from './demonstration.ts';
import { openAdministrationSocket } from './administration-socket.ts';
import { openBackupSocket } from './backup-socket.ts';
import { openLinkSocket, requestLink } from './link-socket.ts';
import { createMessages, type Messages } from './messages.ts';
import { toOrigin } from './network-settings.ts';
import { readSettings, type ServeSettings } from './settings.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
import { printMessage } from '../process/standard-error.ts';
import { openListener, type Listener } from './listener.ts';
import type { StateSocket } from './state-socket.ts';
import { TlsUnusable } from './tls-files.ts';
import { isTracing, traceRequests } from './traces.ts';

/** Milliseconds for a running installation to clean up. */
const CLEAN_UP_LIMIT = 30_000;
/** Milliseconds for requests to finish after the clean-up. */
const DRAIN_LIMIT = 2_000;

/** `writ serve`: runs the install service with its page and, by default, the demonstration mirror until a signal. */
export async function run(argv: readonly string[]): Promise<number> {
  const settings = readSettings(argv, process.env);
  if (!('network' in settings)) {
    for (const problem of settings) printMessage(problem);
    return exitStatus.usage;
  }
  // Child processes (pacman, custom commands) must not see the tokens and the password of the database.
  delete process.env['WRIT_DATABASE_URL'];
  delete process.env['WRIT_MIGRATION_URL'];
  delete process.env['WRIT_TOKEN'];
  delete process.env['WRIT_METRICS_TOKEN'];
  if (settings.link) return printLink(settings);
  let listener: Listener | undefined;
  const stop = stopOnSignals({
    waits: settings.drain > 0,
    ...(settings.network.tls !== undefined && { onHangUp: () => listener?.reloadCertificate() }),
  });
  try {
    return await runService(settings, stop, (opened) => {
      listener = opened;
    });
  } finally {
    stop.release();
  }
}

async function runService(
  settings: ServeSettings,
  stop: StopSignals,
  onListening: (listener: Listener) => void,
): Promise<number> {
  const messages = createMessages(settings.logsJson);
  const { say } = messages;
  let demonstration = settings.demonstration ? preparingDemonstration('starting') : NO_DEMONSTRATION;
  const service = await openService(settings, messages, () => toEnvironment(demonstration));
  if (service === undefined) return exitStatus.usage;
  const stopTracing = isTracing(process.env) ? await traceRequests(service.toolkit, say) : () => {};
  const bootServer = await listenForBoots(service, settings, say);
  try {
    if (bootServer === 'unusable') return exitStatus.usage;
    const listener = await openListener(service, settings.network, say);
    onListening(listener);
    const origin = toOrigin(settings.network, listener.url);
    const newAddress = (): string => `${origin}/#code=${service.issueCode()}`;
    const sockets = await openSockets(settings, service, newAddress, say);
    const startMirror = async (): Promise<void> => {
      if (settings.demonstration) {
        demonstration = await startDemonstration(stop.signal, (line) => {
          say(line);
          demonstration = preparingDemonstration(line);
        });
        for (const notice of demonstration.notices) say(notice);
      }
      if (!stop.signal.aborted) service.begin();
    };
    // The page shows the mirror's progress, and installations wait until the mirror is ready.
    const prepared = startMirror();
    try {
      say(`images are created in ${service.images}, and records are stored in ${service.records}`);
      if (settings.workersOf !== undefined)
        say(`installations are run by the workers of the host ${settings.workersOf}`);
      if (service.tokenFile !== undefined) say(`the token for other clients is in ${service.tokenFile}`);
      say(
        'this address opens the page once, within two minutes; writ serve --link (in a checkout: ./run --link) prints another',
      );
      process.stdout.write(`${newAddress()}\n`);
      await stop.requested;
      return await shutDown(service, settings, stop, say);
    } finally {
      for (const socket of sockets) socket.close();
      await listener.close(DRAIN_LIMIT);
      await prepared;
      await demonstration.close?.();
    }
  } catch (error) {
    const reason = describeStartError(error, settings);
    if (reason === undefined) throw error;
    say(reason);
    return exitStatus.usage;
  } finally {
    if (bootServer !== 'unusable') await bootServer?.close({ timeout: DRAIN_LIMIT });
    stopTracing();
    await service.release();
  }
}

/** Starts the network boot service, and prints the lines for dnsmasq. If its port cannot be used, prints the reason. */
async function listenForBoots(
  { toolkit, bootRouter }: Service,
  { netboot }: ServeSettings,
  say: Messages['say'],
): Promise<Pick<Server, 'close'> | 'unusable' | undefined> {
  if (bootRouter === undefined || netboot === undefined) return undefined;
  const { host, port } = netboot.listen;
  const server = toolkit.createServer(bootRouter);
  try {
    const { url } = await server.listen(port, host);
    say(`machines boot from the network at ${url}; dnsmasq needs these lines:`);
    for (const line of dnsmasqLines(url)) say(`    ${line}`);
    return server;
  } catch (error) {
    say(`--netboot ${host}:${port} cannot be used: ${(error as Error).message}`);
    return 'unusable';
  }
}

/** Describes an error that the user can correct; returns undefined for others. */
function describeStartError(error: unknown, { network }: ServeSettings): string | undefined {
  if (error instanceof TlsUnusable) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'requires more permissions',
    EADDRINUSE: 'is in use by another program',
    EADDRNOTAVAIL: 'cannot be used, because no network interface has this address',
  };
  const reason = code === undefined ? undefined : reasons[code];
  if (reason === undefined) return undefined;
  return `port ${network.port} on ${network.address} ${reason}; choose another one with --port, PORT or --listen`;
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
  { administer, backUp }: Service,
  newAddress: () => string,
  say: Messages['say'],
): Promise<readonly StateSocket[]> {
  const sockets = [
    openLinkSocket(state, newAddress).catch((error: unknown) => {
      say(`writ serve --link will not work: ${(error as Error).message}`);
    }),
    openAdministrationSocket(state, administer).catch((error: unknown) => {
      say(`writ user, writ token and writ audit will not work: ${(error as Error).message}`);
    }),
  ];
  if (backUp !== undefined) {
    sockets.push(
      openBackupSocket(state, backUp, say).catch((error: unknown) => {
        say(`writ backup will not work while this service is running: ${(error as Error).message}`);
      }),
    );
  }
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
    network: { hosts, proxies, rates },
    logsJson,
  }: ServeSettings,
  { say, logger }: Messages,
  environment: () => ServiceEnvironment,
): Promise<Service | undefined> {
  try {
    createPrivateFolder(images);
  } catch (error) {
    say(
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
      ...defined({ boot: netboot?.boot, wakeAddress }),
      hosts,
      rates,
      logsRequests: logsJson,
      ...defined({
        databaseUrl,
        token,
        metricsToken,
        sealKeyFile,
        webhooksFile,
        workersOf,
        proxies,
        logger,
      }),
    });
  } catch (error) {
    const isExpected =
      error instanceof StoreUnusable || error instanceof SealKeyUnusable || error instanceof WebhooksUnusable;
    if (!isExpected) throw error;
    say(error.message);
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

async function shutDown(
  service: Service,
  { drain }: ServeSettings,
  { urgent }: StopSignals,
  say: Messages['say'],
): Promise<number> {
  if (service.busy() && drain > 0) {
    say(
      `waiting up to ${drain / 1000} s for the running installation to end (press Ctrl-C again to interrupt it)`,
    );
    await service.drain(drain, urgent);
    if (!service.busy()) say('the running installation has ended');
  }
  if (service.busy())
    say('interrupting the running installation, which can be resumed (interrupt again to abort)');
  if ((await service.stop(CLEAN_UP_LIMIT)) === 'clean') return exitStatus.done;
  say(`the running installation did not stop within ${CLEAN_UP_LIMIT / 1000} s; it can still be resumed`);
  process.exit(exitStatus.failed);
}
