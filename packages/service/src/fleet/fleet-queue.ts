import { toCancelledOutcome } from '../installs/outcome.ts';
import { toQueued, type Queue, type QueueRefusal } from '../installs/queue-interface.ts';
import type { QueuedInstallation } from '../installs/run-installation.ts';
import { openSealedSecrets, sealJob, type Seal } from '../jobs/seal.ts';
import { missingSecrets, type Job, type JobWithSecrets } from '../records/job.ts';
import type { Install, NewInstall } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import type { JobQueue } from './job-queue.ts';

export interface FleetQueueOptions {
  readonly store: Store;
  readonly jobs: JobQueue;
  /** The host of this server, whose workers run the installations that it adds. */
  readonly host: string;
  readonly seal: Seal | undefined;
  /** Maximum number of waiting installations, for all hosts together. */
  readonly limit: number;
  /** Milliseconds without a heartbeat from any of its workers after which a host is lost. */
  readonly lostAfter: number;
  readonly now: () => Date;
  readonly reportError: (message: string, error: unknown) => void;
}

/** Thrown to roll a transaction back. */
class Refused extends Error {
  readonly reason: QueueRefusal | 'not-waiting';

  constructor(reason: QueueRefusal | 'not-waiting') {
    super(reason);
    this.reason = reason;
  }
}

/** The queue of a server whose installations are run by workers; its state is only in the database. */
export class FleetQueue implements Queue {
  readonly #options: FleetQueueOptions;
  readonly #timer: NodeJS.Timeout;
  #isClosing = false;
  #searching: Promise<void> = Promise.resolve();

  /** Workers validate the consent to each plan, so a run that has ended since the plan was created does not matter. */
  readonly endedCount = 0;
  /** A server runs no installations. */
  readonly busy = false;

  private constructor(options: FleetQueueOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#searching = this.#searching.then(() => this.#findLostHosts());
    }, options.lostAfter / 6).unref();
  }

  static async open(options: FleetQueueOptions): Promise<FleetQueue> {
    await options.jobs.createQueue(options.host);
    return new FleetQueue(options);
  }

  get phase(): Queue['phase'] {
    return this.#isClosing ? 'stopping' : 'open';
  }

  async add(install: NewInstall, open: JobWithSecrets): Promise<Install | QueueRefusal> {
    const { store, jobs, seal, limit } = this.#options;
    if (this.#isClosing) return 'closing';
    if (!this.#canSeal(open)) return 'not-sealed';
    if ((await store.assignments.countWaiting()) >= limit) return 'full';
    const { host = this.#options.host, path } = install;
    const isComplete = missingSecrets(open).length === 0;
    const jobFor = (id: number): Job => sealJob(open, id, seal);
    try {
      return await store.add(
        { ...install, host },
        isComplete ? 'queued' : 'needs-secret',
        jobFor,
        async (database, id) => {
          if (!(await store.assignments.add(database, id, { host, path }))) throw new Refused('target-taken');
          if (isComplete) await jobs.add(database, { id, host, path });
        },
      );
    } catch (error) {
      if (error instanceof Refused && error.reason !== 'not-waiting') return error.reason;
      throw error;
    }
  }

  async getAwaitingSecrets(id: number): Promise<QueuedInstallation | undefined> {
    const { store, seal } = this.#options;
    const install = await store.get(id);
    const job = install?.state === 'needs-secret' ? await store.job(id) : undefined;
    if (install === undefined || job === undefined) return undefined;
    return toQueued(install, { job, secrets: openSealedSecrets(job, id, seal) });
  }

  async supply(id: number, open: JobWithSecrets): Promise<boolean | QueueRefusal> {
    const { store, jobs, seal, now } = this.#options;
    if (!this.#canSeal(open)) return 'not-sealed';
    const install = await store.get(id);
    if (install?.host === undefined) return false;
    const { host, path } = install;
    try {
      await store.setWaiting(id, 'queued', sealJob(open, id, seal), now().toISOString(), async (database) => {
        // Another server may have received the same request, or the installation may have been cancelled.
        if (!(await store.assignments.isAwaitingSecrets(database, id))) throw new Refused('not-waiting');
        await jobs.add(database, { id, host, path });
      });
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }

  cancel(id: number): Promise<boolean> {
    const { store, now } = this.#options;
    return store.cancel(id, (install) => toCancelledOutcome(install, now().toISOString()));
  }

  /** Workers take jobs at any time. */
  begin(): void {}

  /** A server runs no installations. */
  async drain(): Promise<void> {
    this.#isClosing = true;
  }

  async close(): Promise<'clean'> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#searching;
    return 'clean';
  }

  /** Secrets that cannot be hashed reach a worker only if they are sealed. */
  #canSeal({ job, secrets }: JobWithSecrets): boolean {
    return this.#options.seal !== undefined || !job.needs.some(({ name }) => secrets.has(name));
  }

  async #findLostHosts(): Promise<void> {
    const { store, lostAfter, now, reportError } = this.#options;
    try {
      await store.assignments.markLostHosts(lostAfter, now().toISOString());
    } catch (error) {
      reportError('Cannot check which hosts are lost', error);
    }
  }
}
