import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '@writ/diagnostics/internal';
import { INTERNAL_ERROR_OUTCOME } from '../installs/outcome.ts';
import { toQueued } from '../installs/queue-interface.ts';
import { waitFor } from '../installs/wait-for.ts';
import { runInstallation, type RunDependencies } from '../installs/run-installation.ts';
import { openSealedSecrets, type Seal } from '../jobs/seal.ts';
import type { InstallFailure, InstallOutcome } from '../records/install.ts';
import { missingSecrets } from '../records/job.ts';
import type { ClaimedInstall, Holder, WorkerRecord } from '../store/assignments.ts';
import { StoreError } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';
import type { JobQueue } from './job-queue.ts';
import { endProcess, readProcessState } from './process-identity.ts';

export interface InstallWorkerOptions extends Omit<RunDependencies, 'store'> {
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly worker: WorkerRecord;
  /** The claims by which the store recognizes this worker; the worker adds each claim that it makes. */
  readonly claims: Map<number, string>;
  readonly seal: Seal | undefined;
  /** Returns why this worker must not write a target; undefined if it may. */
  readonly refuseTarget: (path: string) => InstallFailure | undefined;
  readonly now: () => Date;
}

/** Milliseconds between heartbeats. */
export const REPORT_PAUSE = 2_000;
/** Milliseconds between checks of an installation that another worker is running. */
const WATCH_PAUSE = 500;
/** Seconds without a heartbeat after which another worker on the host may take over. */
export const SILENCE = 10;
/**
 * Milliseconds for which a silent worker is watched before it is replaced: after a database outage, all workers seem to
 * have been silent.
 */
export const WATCH_LIMIT = 4_000;
/** Milliseconds between searches for installations without a job. */
const SEARCH_PAUSE = 30_000;

/** An installation that this worker runs. */
interface OwnRun {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  isCancelled: boolean;
  /** Whether another worker has taken over the installation. */
  isLost: boolean;
}

/** Thrown to return a job to its queue. */
class HandedOver extends Error {}

/**
 * Runs the installations of one host. A claim in the store, which every worker checks before and while it runs an
 * installation, ensures that only one runs at a time: a worker may be stopped, killed or disconnected in any state.
 */
export class InstallWorker {
  readonly #options: InstallWorkerOptions;
  readonly #runs = new Map<number, OwnRun>();
  /** Aborted when the worker starts no more runs, when it interrupts its runs, and when its last run has ended. */
  readonly #drain = new AbortController();
  readonly #stop = new AbortController();
  readonly #end = new AbortController();
  #reporting: Promise<void> = Promise.resolve();
  #searching: Promise<void> = Promise.resolve();

  private constructor(options: InstallWorkerOptions) {
    this.#options = options;
  }

  /** Starts to run installations. */
  static async start(options: InstallWorkerOptions): Promise<InstallWorker> {
    const worker = new InstallWorker(options);
    const { jobs, worker: record } = options;
    await worker.#report();
    await jobs.createQueue(record.host);
    await worker.#addMissingJobs();
    await jobs.work(record.host, record.slots, (id) => worker.#handle(id));
    worker.#reporting = worker.#repeat(REPORT_PAUSE, () => worker.#report());
    worker.#searching = worker.#repeat(SEARCH_PAUSE, () => worker.#addMissingJobs());
    return worker;
  }

  /** The number of installations that this worker runs. */
  get busy(): number {
    return this.#runs.size;
  }

  /**
   * Starts no more installations, and waits until the running ones have ended, at most `limit` milliseconds and until
   * `signal` aborts.
   */
  async drain(limit: number, signal: AbortSignal): Promise<void> {
    const { jobs, worker } = this.#options;
    this.#drain.abort();
    const end = async (): Promise<void> => {
      await jobs.stopWork(worker.host);
      await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
    };
    await waitFor(end(), limit, signal);
  }

  /**
   * Interrupts the running installations, which other workers on the host continue, and waits at most `limit`
   * milliseconds for their clean-up.
   */
  async close(limit: number): Promise<'clean' | 'late'> {
    const { jobs, store, worker } = this.#options;
    this.#drain.abort();
    this.#stop.abort();
    for (const { stop } of this.#runs.values()) stop.abort();
    const end = async (): Promise<'clean'> => {
      await jobs.stopWork(worker.host);
      await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
      this.#end.abort();
      await Promise.all([this.#reporting, this.#searching]);
      await jobs.close();
      await store.assignments.removeWorker(worker.id).catch(() => undefined);
      return 'clean';
    };
    return withTimeout(end(), limit, () => 'late' as const);
  }

  /** Handles a job; resolves when the installation has ended, waits for secrets, or does not exist. */
  async #handle(id: number): Promise<void> {
    const token = randomUUID();
    for (;;) {
      // If the database was unavailable for a while, a job may be delivered to its own worker again.
      await this.#runs.get(id)?.ended;
      const holder = await this.#awaitClaimable(id);
      if (holder === undefined) return;
      this.#assertOpen();
      const { store, worker, now } = this.#options;
      const time = now().toISOString();
      const claimed = await store.assignments.claim(id, {
        worker: worker.id,
        token,
        from: holder.claim,
        time,
      });
      if (claimed === undefined) continue;
      this.#options.claims.set(id, token);
      await this.#run(id, { holder, claimed, token });
      return;
    }
  }

  /**
   * Waits until no other worker runs the installation, and returns the claim to replace; undefined if the installation
   * has ended, waits for secrets, or does not exist.
   */
  async #awaitClaimable(id: number): Promise<Holder | undefined> {
    const { store, worker } = this.#options;
    let silent: { readonly age: number; readonly since: number } | undefined;
    for (;;) {
      this.#assertOpen();
      const holder = await store.assignments.holder(id);
      if (holder?.worker === undefined || holder.age === undefined) return holder;
      // If this worker itself holds the claim, the outcome of its own run has not been stored yet.
      const isOther = holder.worker.id !== worker.id;
      if (isOther && readProcessState(holder.worker.process) === 'gone') return holder;
      const isSilent = isOther && holder.age >= SILENCE && (silent === undefined || holder.age >= silent.age);
      silent = isSilent ? { age: holder.age, since: silent?.since ?? performance.now() } : undefined;
      if (silent !== undefined && performance.now() - silent.since >= WATCH_LIMIT) return holder;
      await pause(WATCH_PAUSE, undefined, { signal: this.#drain.signal }).catch(() => undefined);
    }
  }

  /** Runs a claimed installation to its end. */
  async #run(
    id: number,
    {
      holder,
      claimed,
      token,
    }: { readonly holder: Holder; readonly claimed: ClaimedInstall; readonly token: string },
  ): Promise<void> {
    const { store, reportError, now } = this.#options;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const run: OwnRun = {
      stop: new AbortController(),
      ended,
      isCancelled: claimed.isCancelled,
      isLost: false,
    };
    this.#runs.set(id, run);
    if (run.isCancelled || this.#stop.signal.aborted) run.stop.abort();
    try {
      const outcome = await this.#install(run, holder, claimed).catch((error: unknown) => {
        reportError(`Installation ${id} failed with an internal error`, error);
        return INTERNAL_ERROR_OUTCOME;
      });
      if (this.#stop.signal.aborted && outcome.state === 'interrupted')
        await store.assignments.release(id, token);
      else await store.setEnded(id, { ...outcome, ended: now().toISOString() });
      const { claim } = (await store.assignments.holder(id)) ?? { claim: token };
      // The job is needed until the installation has ended.
      if (run.isLost || claim !== token) throw new HandedOver(`another worker continues installation ${id}`);
    } finally {
      this.#runs.delete(id);
      resolve();
    }
  }

  async #install(
    run: OwnRun,
    holder: Holder,
    { install, job, hadStarted, lastNumber }: ClaimedInstall,
  ): Promise<Omit<InstallOutcome, 'ended'>> {
    const { seal, refuseTarget, reportError } = this.#options;
    if (holder.worker !== undefined && !(await endProcess(holder.worker.process))) {
      // The lock on the target protects it from two installers at once.
      reportError(
        `The process of worker ${holder.worker.id}, which ran installation ${install.id}, cannot be killed`,
        undefined,
      );
    }
    const open = { job, secrets: openSealedSecrets(job, install.id, seal) };
    const missing = missingSecrets(open);
    const failure = missing.length > 0 ? toSealFailure(missing) : refuseTarget(install.path);
    if (failure !== undefined) return { state: 'refused', resumable: hadStarted, failure };
    const outcome = await runInstallation(
      { ...toQueued(install, open), resume: install.resume || hadStarted },
      {
        signal: run.stop.signal,
        isCancelled: () => run.isCancelled,
        firstNumber: lastNumber + 1,
        changed: () => {},
      },
      this.#options,
    );
    // Another worker may have written to the target before.
    return outcome.state === 'refused' && hadStarted ? { ...outcome, resumable: true } : outcome;
  }

  /** Sends this worker's heartbeat, and finds out which of its installations it must end. */
  async #report(): Promise<void> {
    const { store, worker, claims, now } = this.#options;
    const own = new Map([...claims].filter(([id]) => this.#runs.has(id)));
    const { lost, cancelled } = await store.assignments.reportAlive(worker, own, now().toISOString());
    for (const id of cancelled) {
      const run = this.#runs.get(id);
      if (run === undefined) continue;
      run.isCancelled = true;
      run.stop.abort();
    }
    for (const id of lost) {
      const run = this.#runs.get(id);
      if (run === undefined) continue;
      run.isLost = true;
      run.stop.abort();
    }
  }

  /** Adds jobs for installations without one, for example after the tables of the queue were restored from a backup. */
  async #addMissingJobs(): Promise<void> {
    const { store, jobs, worker } = this.#options;
    const unfinished = await store.assignments.unfinished(worker.host);
    const missing = await jobs.findWithoutJobs(
      worker.host,
      unfinished.map(({ id }) => id),
    );
    for (const { id, path } of unfinished.filter((each) => missing.includes(each.id)))
      await store.assignments.change((database) => jobs.add(database, { id, host: worker.host, path }));
  }

  /** Repeats a task until the last run has ended, even while the worker is stopping. */
  async #repeat(milliseconds: number, task: () => Promise<void>): Promise<void> {
    const { signal } = this.#end;
    for (;;) {
      await pause(milliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // The store has already reported an unusable database.
      await task().catch((error: unknown) => {
        if (!(error instanceof StoreError)) this.#options.reportError('The worker has failed', error);
      });
    }
  }

  #assertOpen(): void {
    if (this.#drain.signal.aborted) throw new HandedOver('the worker stops');
  }
}

function toSealFailure(missing: readonly string[]): InstallFailure {
  return {
    message: `The worker cannot open the sealed secrets: ${missing.join(', ')}`,
    next: 'Start all servers and workers with the same WRIT_SEAL_KEY_FILE, then start a new installation',
  };
}
