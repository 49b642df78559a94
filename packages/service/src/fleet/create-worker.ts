import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Toolkit, type Logger } from '@writ/http';
import { revalidateConsent } from '../consent/run-request.ts';
import type { Installer } from '../installs/run-installation.ts';
import { readSealKeys } from '../jobs/seal-key.ts';
import { createSeal } from '../jobs/seal.ts';
import type { InstallFailure } from '../records/install.ts';
import { redactErrors } from '../security/redacting-logger.ts';
import { PostgresEngine } from '../store/postgres/postgres-engine.ts';
import { Store } from '../store/store.ts';
import { createPlanner, PLANNER_LIMIT, PLANNER_THREADS, type Planner } from '../work/planner.ts';
import { createInstaller } from '../work/threaded-install.ts';
import { InstallWorker } from './install-worker.ts';
import { JobQueue } from './job-queue.ts';
import { identifyProcess } from './process-identity.ts';
import { createPrivateFolder } from '../private-folder.ts';

/** Settings of a worker. */
export interface WorkerOptions {
  /** The address of the PostgreSQL database that the servers use. */
  readonly databaseUrl: string;
  /** The name of this machine; the worker accepts only installations for this machine. */
  readonly host: string;
  /** Folder of the images, the same as the server's on this machine; created with mode 0700 if it does not exist. */
  readonly images: string;
  /** Maximum number of installations at the same time; default: 1. */
  readonly slots?: number;
  /** Labels that are displayed with the worker. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether block devices are allowed as targets; default: false. */
  readonly devices?: boolean;
  /** File with the key that opens sealed secrets, the same as the servers'. */
  readonly sealKeyFile?: string;
  /** Replaces the installer in tests. */
  readonly install?: Installer;
  /** Replaces the planner that uses worker threads in tests. */
  readonly planner?: Planner;
  readonly logger?: Logger;
}

/** A running worker. */
export interface RunningWorker {
  /** Path of the images folder, with symbolic links resolved. */
  readonly images: string;
  /** Where the records are stored, for messages. */
  readonly records: string;
  /** The number of installations that are running. */
  readonly busy: () => number;
  /**
   * Starts no further installations, and waits until the running ones have ended, at most `limit` milliseconds and until
   * `signal` aborts. Then call `stop`.
   */
  drain(limit: number, signal: AbortSignal): Promise<void>;
  /**
   * Interrupts the running installations, and waits at most `limit` milliseconds for their clean-up. Other workers on
   * the host continue them, or this one after a restart. Resolves with `late` if the clean-up is not finished in time.
   */
  stop(limit: number): Promise<'clean' | 'late'>;
}

/**
 * Starts a worker, which runs the installations that servers accept for its host.
 *
 * @throws {StoreUnusable} when the database cannot be used
 * @throws {SealKeyUnusable} when the key file cannot be used
 */
export async function createWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { databaseUrl, host, slots = 1, labels = {}, devices = false, sealKeyFile } = options;
  createPrivateFolder(options.images);
  const images = realpathSync(options.images);
  const seal = sealKeyFile === undefined ? undefined : createSeal(readSealKeys(sealKeyFile, [images]));
  const logger = redactErrors(options.logger ?? new Toolkit().logger);
  const reportError = (message: string, error: unknown): void => logger.error({ error }, message);
  const engine = await PostgresEngine.open(databaseUrl, { reportError, shared: true });
  const claims = new Map<number, string>();
  const toolkit = new Toolkit({ logger, workerPoolSize: PLANNER_THREADS, maxExecuteTime: PLANNER_LIMIT });
  const planner = options.planner ?? createPlanner(toolkit);
  const open = async (): Promise<{ readonly store: Store; readonly worker: InstallWorker }> => {
    const store = await Store.open(engine, { reportError, claims, host });
    const jobs = await JobQueue.open(databaseUrl, { records: engine.name, supervise: true, reportError });
    const worker = await InstallWorker.start({
      store,
      jobs,
      claims,
      seal,
      install: options.install ?? createInstaller(planner),
      revalidateConsent: (entry, signal) => revalidateConsent(planner, entry, signal),
      refuseTarget: (path) => refuseTarget(path, { images, devices }),
      worker: { id: randomUUID(), host, name: hostname(), slots, labels, process: identifyProcess() },
      now: () => new Date(),
      reportError,
    });
    return { store, worker };
  };
  const { store, worker } = await open().catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  return {
    images,
    records: engine.name,
    busy: () => worker.busy,
    drain: (limit, signal) => worker.drain(limit, signal),
    async stop(limit) {
      const end = await worker.close(limit);
      await toolkit.close();
      await store.close();
      return end;
    },
  };
}

/** A server on the same machine may have different folders and permissions. */
function refuseTarget(
  path: string,
  { images, devices }: { readonly images: string; readonly devices: boolean },
): InstallFailure | undefined {
  if (path.startsWith('/dev/')) {
    if (devices) return undefined;
    return {
      message: `The worker does not allow devices, such as ${path}`,
      next: 'Start the worker with --allow-devices, then start a new installation',
    };
  }
  if (dirname(path) === images) return undefined;
  return {
    message: `${path} is not in the images folder of the worker, ${images}`,
    next: 'Start the server and the worker with the same WRIT_IMAGES, then start a new installation',
  };
}
