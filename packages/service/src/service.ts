import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RestRouter } from '@writ/annotations';
import { loadControllers } from '@writ/controllers';
import { withTimeout } from '@writ/diagnostics/internal';
import { type Logger, Toolkit } from '@writ/http';
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
import { ServiceInfo } from './api/service-info.ts';
import { Conversions } from './api/conversions.ts';
import { Metrics } from './api/metrics.ts';
import { Readiness } from './api/readiness.ts';
import { Workers } from './api/workers.ts';
import { BatchRunner } from './batches/batch-runner.ts';
import type { Fleet } from './batches/placement.ts';
import { revalidateConsent, toRunRequest } from './consent/run-request.ts';
import { FleetQueue } from './fleet/fleet-queue.ts';
import { createNotifier, type Notifier } from './installs/notifier.ts';
import { InstallQueue } from './installs/queue.ts';
import { hashInTurn } from './jobs/hash-logins.ts';
import { createResumption } from './jobs/resumption.ts';
import { resolveStoredTarget, resolveTarget } from './api/target.ts';
import { createAttemptStore } from './people/logins.ts';
import { addGuards } from './security/guards.ts';
import { createOneTimeCodes } from './security/one-time-codes.ts';
import { createRateStore, defaultRateLimits, limitTokens } from './security/rate-limits.ts';
import { Tickets } from './security/tickets.ts';
import { requireToken } from './security/token.ts';
import { createPeopleRoutes } from './api/people-routes.ts';
import { redactErrors } from './security/redacting-logger.ts';
import { logRequests } from './observe/request-log.ts';
import { hashInThread, ImageDigests } from './work/image-digests.ts';
import { createPlanner, PLANNER_LIMIT, PLANNER_THREADS } from './work/planner.ts';
import { createInstaller } from './work/threaded-install.ts';
import { Machines } from './machines/machines.ts';
import { createIndexWriter } from './packages/index-writer.ts';
import { createBootRouter } from './nodes/boot/boot-router.ts';
import { DEFAULT_WAKE_ADDRESS } from './nodes/power/wake-on-lan.ts';
import { PackageSources } from './packages/package-sources.ts';
import { BATCHES } from './store/batches.ts';
import type { Engine } from './store/engine.ts';
import { retentionLimits, type RetentionLimits } from './store/retention.ts';
import { Store } from './store/store.ts';
import { readEndpoints } from './webhooks/endpoints.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { createPrivateFolder } from './private-folder.ts';
import { openEngine, openJobs, openStore } from './open-records.ts';
import { readServiceSecrets } from './service-secrets.ts';
import type { Service, ServiceOptions } from './service-types.ts';

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
    attempts: createRateStore(engine.countRequests('login'), reportError, { memory: createAttemptStore() }),
    attemptsOfAddresses: createRateStore(engine.countRequests('login-address'), reportError),
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
    registrations: createRateStore(engine.countRequests('registration'), reportError),
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
  for (const [pattern, filter] of nodeRoutes.filters) router.use(pattern, filter);
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
