import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RestRouter } from '@writ/annotations';
import { loadControllers } from '@writ/controllers';
import { withTimeout } from '@writ/diagnostics/internal';
import { type Logger, type Router, Toolkit } from '@writ/http';
import type { TrustProxyOptions } from '@writ/http/kernel';
import { RequestMetrics, requestIds } from '@writ/http/telemetry';
import { fetchPackageDatabases, hashPasswords, machineFacts } from '@writ/installer';
import { toMirrorAddresses } from './example.ts';
import { BatchesApi } from './api/batches.ts';
import { Checks } from './api/checks.ts';
import { describeApi } from './api/description.ts';
import { Choices } from './api/choices.ts';
import { Comparison } from './api/comparison.ts';
import { Downloads } from './api/downloads.ts';
import { InstallationFiles, type InstallationFile } from './api/installation-files.ts';
import { createEventStreams } from './api/event-streams.ts';
import { reportMachineFailures } from './api/machine-failures.ts';
import { Health } from './api/health.ts';
import { History } from './api/history.ts';
import { Installs } from './api/installs.ts';
import { Logs } from './api/logs.ts';
import { MachinesApi } from './api/machines.ts';
import { createNodeRoutes } from './api/nodes/node-routes.ts';
import { Packages } from './api/packages.ts';
import { Passwords } from './api/passwords.ts';
import { ServiceInfo, type ServiceEnvironment } from './api/service-info.ts';
import { Conversions } from './api/conversions.ts';
import { Metrics } from './api/metrics.ts';
import { Readiness } from './api/readiness.ts';
import { Workers } from './api/workers.ts';
import { BatchRunner } from './batches/batch-runner.ts';
import type { Fleet } from './batches/placement.ts';
import { revalidateConsent, toRunRequest } from './consent/run-request.ts';
import { FleetQueue } from './fleet/fleet-queue.ts';
import type { JobQueue } from './fleet/job-queue.ts';
import { createNotifier, type Notifier } from './installs/notifier.ts';
import { InstallQueue } from './installs/queue.ts';
import type { Installer } from './installs/run-installation.ts';
import { hashInTurn, type Hasher } from './jobs/hash-logins.ts';
import { createResumption } from './jobs/resumption.ts';
import { readSealKeys } from './jobs/seal-key.ts';
import { createSeal, type Seal } from './jobs/seal.ts';
import { resolveStoredTarget, resolveTarget } from './api/target.ts';
import { addGuards } from './security/guards.ts';
import { createOneTimeCodes } from './security/one-time-codes.ts';
import { createRateStore, defaultRateLimits, limitTokens, type RateLimits } from './security/rate-limits.ts';
import { readOrCreateToken } from './security/token-file.ts';
import { Tickets } from './security/tickets.ts';
import { requireToken } from './security/token.ts';
import { createPeopleRoutes } from './api/people-routes.ts';
import type { Administer } from './people/administration.ts';
import type { HashCost } from './people/password-hash.ts';
import { redactErrors } from './security/redacting-logger.ts';
import { logRequests } from './observe/request-log.ts';
import { hashInThread, ImageDigests, type FileHasher } from './work/image-digests.ts';
import { createPlanner, PLANNER_LIMIT, PLANNER_THREADS, type Planner } from './work/planner.ts';
import { createInstaller } from './work/threaded-install.ts';
import { Machines, type MachinesOptions } from './machines/machines.ts';
import { createIndexWriter, type IndexWriter } from './packages/index-writer.ts';
import { createBootRouter, type BootOptions } from './nodes/boot/boot-router.ts';
import { DEFAULT_WAKE_ADDRESS, type WakeAddress } from './nodes/power/wake-on-lan.ts';
import { PackageSources, type PackageSourcesOptions } from './packages/package-sources.ts';
import { BATCHES } from './store/batches.ts';
import type { Engine } from './store/engine.ts';
import { retentionLimits, type RetentionLimits } from './store/retention.ts';
import { createStateFolder } from './store/state-folder.ts';
import { SqliteEngine } from './store/sqlite/sqlite-engine.ts';
import { StoreUnusable } from './store/store-error.ts';
import { Store, type StoreOptions } from './store/store.ts';
import { readEndpoints } from './webhooks/endpoints.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { createPrivateFolder } from './private-folder.ts';

/** Folders, access and limits of the service. */
export interface ServiceOptions {
  /**
   * Folder of the SQLite database, the token file and the package indexes; created if it does not exist. Its mode is set to
   * 0700.
   */
  readonly state: string;
  /** Folder of the images; created with mode 0700 if it does not exist. */
  readonly images: string;
  /** The token that clients send; default: the token in the state folder's token file. */
  readonly token?: string;
  /** Whether to replace the token in the token file first; default: false. Has no effect if `token` is set. */
  readonly newToken?: boolean;
  /** The address of a PostgreSQL database for the records; default: an SQLite database in the state folder. */
  readonly databaseUrl?: string;
  /**
   * The host whose workers run the installations of this server; requires `databaseUrl`, which other servers and workers
   * may use at the same time. By default, the service runs its installations itself.
   */
  readonly workersOf?: string;
  /** Milliseconds without a heartbeat from any of its workers after which a host is lost; default: 60 s. */
  readonly lostAfter?: number;
  /** File with the key that seals secrets in the store; without it, secrets that cannot be hashed are not stored. */
  readonly sealKeyFile?: string;
  /** File with the receivers of webhooks; without it, none are sent. */
  readonly webhooksFile?: string;
  /** The token for `/metrics`; without it, the service has no metrics. */
  readonly metricsToken?: string;
  /** Whether block devices are allowed as targets; default: false. */
  readonly devices?: boolean;
  /** Settings of the network boot service; without them, there is none. */
  readonly boot?: BootOptions;
  /** Where the packets that wake nodes are sent; default: the broadcast address, port 9. */
  readonly wakeAddress?: WakeAddress;
  /** Milliseconds since the last heartbeat of a node after which it is lost; default: 90 s. */
  readonly nodesLostAfter?: number;
  /** Host names that clients may use in addition to those of the loopback interface; see `parseAllowedHost`. */
  readonly hosts?: readonly string[];
  /**
   * The proxies in front of the service. Only requests that arrived at a proxy over HTTPS are then accepted, except those
   * of monitoring.
   */
  readonly proxies?: TrustProxyOptions;
  /** Maximum numbers of requests per minute; 0 for no limit. */
  readonly rates?: Partial<RateLimits>;
  /** Whether each request is logged; default: false. */
  readonly logsRequests?: boolean;
  /**
   * Returns the current context; called again for each use, because the demonstration mirror may start after the
   * service.
   */
  readonly environment: () => ServiceEnvironment;
  /**
   * Whether installations always wait for `begin`; by default, they wait only if an earlier service left queued
   * installations.
   */
  readonly held?: boolean;
  /** Replaces the installer in tests. */
  readonly install?: Installer;
  /** Replaces the cost of the hashes of users' passwords in tests. */
  readonly passwordCost?: HashCost;
  /** Replaces openssl in tests. */
  readonly hash?: Hasher;
  /** Replaces the mirrors' package databases in tests. */
  readonly fetchDatabases?: PackageSourcesOptions['fetch'];
  /** Replaces the thread that indexes package databases in tests. */
  readonly writeIndex?: IndexWriter;
  /** Limits for virtual machines that boot images, and the program that runs them. */
  readonly machine?: MachinesOptions;
  /** Replaces the planner that uses worker threads in tests. */
  readonly planner?: Planner;
  /** Replaces the thread that hashes images in tests. */
  readonly hashFile?: FileHasher;
  readonly logger?: Logger;
  /** Milliseconds between keep-alive comments on an idle event stream; default: 15 s. */
  readonly heartbeat?: number;
  /** Milliseconds for which the client of an event stream may leave data unread; default: 30 s. */
  readonly stallTimeout?: number;
  /** Maximum number of open event streams; default: 64. */
  readonly streams?: number;
  /** Milliseconds between checks whether the tokens and sessions of open event streams are valid; default: 5 s. */
  readonly accessCheck?: number;
}

/** The service, ready to be served. */
export interface Service {
  readonly toolkit: Toolkit;
  readonly router: Router;
  /** The routes of the network boot service, for a separate server without TLS; undefined without `boot`. */
  readonly bootRouter: Router | undefined;
  /** Path of the images folder, with symbolic links resolved. */
  readonly images: string;
  /** Where the records are stored, for messages. */
  readonly records: string;
  /** The file from which other clients read the token; undefined if the `token` option is set. */
  readonly tokenFile: string | undefined;
  /** Issues a one-time code, which a page exchanges for the token within two minutes. */
  readonly issueCode: () => string;
  /** Runs a request of a command that administers users, tokens or the audit log on this machine. */
  readonly administer: Administer;
  /**
   * Starts the hourly refresh of the package databases, the delivery of webhooks, and the installations that are
   * waiting because of `held` or because an earlier service left queued installations.
   */
  readonly begin: () => void;
  /** Whether an installation is running. */
  readonly busy: () => boolean;
  /** Writes a consistent copy of the records to a new file; undefined if they are not in the state folder. */
  readonly backUp: ((file: string) => Promise<void>) | undefined;
  /** The number of open event streams. */
  readonly openStreams: () => number;
  /**
   * Rejects new installations, starts none of those that wait, and waits until the running installation has ended, at
   * most `limit` milliseconds and until `signal` aborts. Then call `stop`.
   */
  drain(limit: number, signal: AbortSignal): Promise<void>;
  /**
   * Rejects new installations and interrupts the running installation, for whose clean-up it waits at most `limit`
   * milliseconds. Then stops the virtual machine and other background work, which takes at most 10 s more. Resolves
   * with `late` if the clean-up has not ended in time, otherwise with `clean`. Waiting installations are left for the
   * next service. Requests are still answered until you close the server; then call `release`.
   */
  stop(limit: number): Promise<'clean' | 'late'>;
  /** Closes the store, and stops counting requests. */
  release(): Promise<void>;
}

// This limit is sufficient for the longest configuration that is checked, 1 MiB, with every character escaped in a JSON
// string. For a longer configuration within this limit, the response contains a finding about its length. The token is
// checked before a body is read.
const BODY_LIMIT = 8 * 1024 * 1024;
const WAITING_LIMIT = 8;
/** Maximum number of installations that wait for workers. */
const FLEET_WAITING_LIMIT = 1_000;
/** Limits on the records that servers with workers retain. */
const FLEET_RETENTION: RetentionLimits = { ...retentionLimits, installs: 10_000 };
const LOST_AFTER = 60_000;
/** Milliseconds after which a reader looks for changes whose notification was lost. */
const POLL = 5_000;
/** Milliseconds between checks whether the callers of open event streams still have access. */
const ACCESS_CHECK = 5_000;
/** Maximum number of milliseconds to wait for background work to stop. */
const CLOSE_LIMIT = 10_000;

/**
 * Creates the install service: an API defined by annotated classes and pages served by controllers, on one
 * router.
 *
 * @throws {StoreUnusable} when the state folder, the database or the token file cannot be used
 * @throws {SealKeyUnusable} when the key file cannot be used
 * @throws {WebhooksUnusable} when the webhooks file cannot be used
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  createPrivateFolder(options.images);
  const images = realpathSync(options.images);
  const endpoints = options.webhooksFile === undefined ? [] : readEndpoints(options.webhooksFile);
  const logger = redactErrors(options.logger ?? new Toolkit().logger);
  const reportError = (message: string, error: unknown): void => logger.error({ error }, message);
  // Open the store before the token is read or replaced: an SQLite store cannot be opened if another service uses the
  // folder.
  const engine = await openEngine(options, reportError);
  let announced = (): void => {};
  const store = await openStore(engine, {
    endpoints: endpoints.map(({ id }) => id),
    announced: () => announced(),
    reportError,
    ...(options.nodesLostAfter !== undefined && { nodesLostAfter: options.nodesLostAfter }),
    ...(options.workersOf !== undefined && { host: options.workersOf, limits: FLEET_RETENTION }),
  });
  try {
    const webhooks = new Webhooks({ outbox: store.outbox, endpoints, now, reportError });
    const notifier = createNotifier(engine.isShared ? POLL : undefined);
    announced = () => {
      webhooks.wake();
      notifier.notify(BATCHES);
    };
    await engine.listen((install) => {
      if (install === undefined) notifier.notifyAll();
      else notifier.notify(install);
      webhooks.wake();
    });
    const records = engine.name;
    const resources = { images, logger, reportError, records, engine, store, webhooks, notifier };
    return { ...(await assembleService(options, resources)), records };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The open store of a service, its webhook receivers, its log and its images folder. */
interface Resources {
  /** Path of the images folder. */
  readonly images: string;
  readonly logger: Logger;
  readonly reportError: (message: string, error: unknown) => void;
  readonly records: string;
  readonly engine: Engine;
  readonly store: Store;
  readonly webhooks: Webhooks;
  readonly notifier: Notifier;
}

async function assembleService(
  options: ServiceOptions,
  { images, logger, reportError, records, engine, store, webhooks, notifier }: Resources,
): Promise<Omit<Service, 'records'>> {
  const { devices = false } = options;
  const rates = { ...defaultRateLimits, ...options.rates };
  const hash = hashInTurn(options.hash ?? hashPasswords);
  const { heartbeat = 15_000, stallTimeout = 30_000, streams = 64, accessCheck = ACCESS_CHECK } = options;
  const { token, tokenFile, seal } = readServiceSecrets(options, images);
  const codes = createOneTimeCodes();
  const tokenLimit =
    rates.token > 0
      ? limitTokens(rates.token, createRateStore(engine.countRequests('token'), reportError))
      : undefined;
  const {
    administer,
    findCaller,
    routes: peopleRoutes,
    filters: peopleFilters,
  } = createPeopleRoutes({
    store,
    codes,
    token,
    now,
    passwordCost: options.passwordCost,
    tokenLimit,
  });
  const toolkit = new Toolkit({
    limits: { body: BODY_LIMIT },
    logger,
    ...(options.proxies !== undefined && { trustProxy: options.proxies }),
    workerPoolSize: PLANNER_THREADS,
    maxExecuteTime: PLANNER_LIMIT,
  });
  const planner = options.planner ?? createPlanner(toolkit);
  const digests = new ImageDigests(store, options.hashFile ?? hashInThread, reportError);
  const files = new InstallationFiles(store, digests, images);
  const jobs = await openJobs(options, records, reportError);
  const queue =
    jobs === undefined || options.workersOf === undefined
      ? await InstallQueue.open({
          store,
          notifier,
          install: options.install ?? createInstaller(planner),
          toRunRequest,
          revalidateConsent: (entry, signal) => revalidateConsent(planner, entry, signal),
          seal,
          held: options.held ?? false,
          limit: WAITING_LIMIT,
          now,
          reportError,
          ended: ({ id, state, path }) => {
            if (state === 'done' && !path.startsWith('/dev/')) digests.begin(id, path);
          },
        })
      : await FleetQueue.open({
          store,
          jobs,
          host: options.workersOf,
          seal,
          limit: FLEET_WAITING_LIMIT,
          lostAfter: options.lostAfter ?? LOST_AFTER,
          now,
          reportError,
        });
  const packages = new PackageSources({
    folder: join(options.state, 'packages'),
    mirrors: () => toMirrorAddresses(options.environment().mirrors),
    fetch: options.fetchDatabases ?? fetchPackageDatabases,
    writeIndex: options.writeIndex ?? createIndexWriter(toolkit),
    now,
    reportError,
  });
  const machines = new Machines(options.machine);
  const eventStreams = createEventStreams(store, notifier, {
    limit: streams,
    heartbeat,
    stallTimeout,
    findCaller,
    accessCheck,
  });
  const rules = { images, devices };
  const resumption = createResumption(store, seal, (target) => resolveStoredTarget(rules, target).path);
  const nodeRoutes = createNodeRoutes({
    store,
    planner,
    hash,
    seal,
    streams: eventStreams,
    wakeAddress: options.wakeAddress ?? DEFAULT_WAKE_ADDRESS,
    poll: jobs === undefined ? undefined : POLL,
    now,
    reportError,
  });
  const host = options.workersOf;
  const batches = new BatchRunner({
    store,
    queue,
    notifier,
    planner,
    resumption,
    seal,
    host,
    now,
    reportError,
  });
  const readFleet = async (): Promise<Fleet | undefined> =>
    host === undefined ? undefined : { host, workers: await store.assignments.listWorkers() };
  const requests = options.metricsToken === undefined ? undefined : new RequestMetrics(toolkit);
  const router = RestRouter.register(
    toolkit,
    new Checks({ rules, planner, store, readFacts: machineFacts }),
    new Choices(),
    new Passwords(hash),
    new Packages(packages),
    new Logs(store, now),
    new Comparison(store),
    new MachinesApi(store, machines, eventStreams),
    new Installs({
      store,
      queue,
      streams: eventStreams,
      rules,
      resumption,
      hash,
      planner,
      digests,
      machines,
      now,
    }),
    new History(store, images, machines),
    new BatchesApi({
      store,
      notifier,
      streams: eventStreams,
      planner,
      resolveTarget: (image, device) => resolveTarget(rules, image, device),
      fleet: readFleet,
      hash,
      seal,
      host,
      now,
    }),
    new ServiceInfo(rules, options.environment),
    new Downloads({ store, files, tickets: new Tickets<InstallationFile>(), now }),
    new Conversions(planner),
    ...nodeRoutes.resources,
    new Readiness(store, queue),
    ...(jobs === undefined ? [] : [new Workers(store)]),
    ...(requests === undefined
      ? []
      : [new Metrics({ engine, store, streams: eventStreams, webhooks, requests })]),
    ...peopleRoutes,
    new Health(store),
  );
  addGuards(router, {
    hosts: options.hosts ?? [],
    isBehindProxy: options.proxies !== undefined,
    addressRate: rates.address,
    counts: createRateStore(engine.countRequests('address'), reportError),
  });
  router
    .use('/session/{path:.*}', reportMachineFailures(options.state))
    .use('/api/{path:.*}', reportMachineFailures(options.state));
  for (const [pattern, filter] of peopleFilters) router.use(pattern, filter);
  router.use(nodeRoutes.agentPath, nodeRoutes.agentFilter);
  if (tokenLimit !== undefined) router.use(nodeRoutes.agentPath, tokenLimit);
  if (options.metricsToken !== undefined) {
    router.use('/metrics', requireToken(options.metricsToken, 'The metrics require WRIT_METRICS_TOKEN'));
  }
  const pages = await loadControllers({
    directory: fileURLToPath(new URL('.', import.meta.url)),
    prefixes: ['pages'],
  });
  router.mount(pages.matcher).report(...pages.diagnostics);
  describeApi(router);
  router.build();
  // Last, because a service that does not start must not observe requests.
  const stopObserving = [
    requestIds(toolkit),
    ...(options.logsRequests === true ? [logRequests(toolkit, logger)] : []),
  ];
  return {
    toolkit,
    router,
    bootRouter: options.boot && createBootRouter(toolkit, options.boot, { nodes: store.nodes, now }),
    images,
    tokenFile,
    issueCode: codes.issue,
    administer,
    begin: () => {
      queue.begin();
      batches.begin();
      packages.begin();
      webhooks.begin();
    },
    busy: () => queue.busy,
    backUp: engine.backUp,
    openStreams: () => eventStreams.openCount,
    drain: (limit, signal) => queue.drain(limit, signal),
    stop: async (limit) => {
      const stopped = batches.close();
      const end = await queue.close(limit);
      const closed = Promise.all([
        stopped,
        digests.close(),
        packages.close(),
        machines.close(),
        webhooks.close(),
      ]);
      await withTimeout(closed, CLOSE_LIMIT, () => undefined);
      return end;
    },
    async release() {
      requests?.stop();
      await batches.close();
      for (const stop of stopObserving) stop();
      await jobs?.close();
      await store.close();
    },
  };
}

function now(): Date {
  return new Date();
}

/** @throws {StoreUnusable} when the state folder or the database cannot be used */
async function openEngine(
  { state, databaseUrl, workersOf }: ServiceOptions,
  reportError: (message: string, error: unknown) => void,
): Promise<Engine> {
  if (databaseUrl === undefined && workersOf !== undefined)
    throw new StoreUnusable('workers require a PostgreSQL database; set WRIT_DATABASE_URL to its address');
  if (databaseUrl === undefined) return new SqliteEngine(state);
  createStateFolder(state);
  // Loaded only here, because most services use SQLite.
  const { PostgresEngine } = await import('./store/postgres/postgres-engine.ts');
  return PostgresEngine.open(databaseUrl, { reportError, shared: workersOf !== undefined });
}

/** Opens the queue of jobs for workers; undefined if the service runs its installations itself. */
async function openJobs(
  { databaseUrl, workersOf }: ServiceOptions,
  records: string,
  reportError: (message: string, error: unknown) => void,
): Promise<JobQueue | undefined> {
  if (databaseUrl === undefined || workersOf === undefined) return undefined;
  const { JobQueue } = await import('./fleet/job-queue.ts');
  return JobQueue.open(databaseUrl, { records, reportError });
}

/** Opens the store of a database, and closes the database if that fails. */
async function openStore(engine: Engine, options: StoreOptions): Promise<Store> {
  try {
    return await Store.open(engine, options);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

interface ServiceSecrets {
  readonly token: string;
  readonly tokenFile: string | undefined;
  readonly seal: Seal | undefined;
}

/** Reads or creates the token, and reads the key. */
function readServiceSecrets(options: ServiceOptions, images: string): ServiceSecrets {
  const { state, token, newToken = false, sealKeyFile } = options;
  const seal = sealKeyFile === undefined ? undefined : createSeal(readSealKeys(sealKeyFile, [state, images]));
  if (token !== undefined) return { token, tokenFile: undefined, seal };
  const stored = readOrCreateToken(state, newToken);
  return { token: stored.token, tokenFile: stored.file, seal };
}
