import { withTimeout } from '@writ/diagnostics/internal';
import { missingSecrets, type Job, type JobWithSecrets } from '../records/job.ts';
import { openSealedSecrets, sealJob, type Seal } from '../jobs/seal.ts';
import type { Store } from '../store/store.ts';
import type { Notifier } from './notifier.ts';
import { INTERNAL_ERROR_OUTCOME, RESUME_ADVICE, toCancelledOutcome } from './outcome.ts';
import type { InstallOutcome, Install, NewInstall } from '../records/install.ts';
import {
  runInstallation,
  type QueuedInstallation,
  type RunDependencies,
  type RunRequest,
} from './run-installation.ts';
import { toQueued, type Queue, type QueueRefusal } from './queue-interface.ts';
import { waitFor } from './wait-for.ts';

export interface QueueOptions extends RunDependencies {
  readonly store: Store;
  readonly notifier: Notifier;
  /** Creates the installer request for an installation that starts immediately after its confirmation. */
  readonly toRunRequest: (entry: QueuedInstallation) => RunRequest;
  /** Seals secrets for the store; without a seal, only hashes of login passwords are stored. */
  readonly seal: Seal | undefined;
  /** Whether every installation waits for `begin`; default: false. */
  readonly held?: boolean;
  /** Maximum number of installations that are queued or waiting for secrets, excluding the running installation. */
  readonly limit: number;
  /** Milliseconds between attempts to start an installation whose start cannot be stored; default: 5 s. */
  readonly retry?: number;
  readonly now: () => Date;
  /** Called with each installation that has ended. */
  readonly ended?: (install: Install) => void;
}

interface WaitingInstallation extends QueuedInstallation {
  readonly stop: AbortController;
  /** Whether the plan was just confirmed; consent is then not validated again. */
  isJustConfirmed: boolean;
  isCancelled: boolean;
}

/**
 * The queue of a service that runs installations itself, one at a time: simultaneous installations would not finish
 * sooner, because pacman, mkfs and the disk limit the speed. Installations that an earlier service left running are recorded as interrupted; waiting
 * installations are queued again.
 */
export class InstallQueue implements Queue {
  readonly #options: QueueOptions;
  readonly #waiting: WaitingInstallation[] = [];
  readonly #awaitingSecrets = new Map<number, QueuedInstallation>();
  #running: WaitingInstallation | undefined;
  #endedCount = 0;
  #lastRun: Promise<void> = Promise.resolve();
  /** The last change to the queue; each change waits for the one before it. */
  #lastChange: Promise<unknown> = Promise.resolve();
  #isClosing = false;
  #hasBegun = false;
  #retryTimer: NodeJS.Timeout | undefined;

  private constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Creates the queue with the installations that an earlier service left. */
  static async open(options: QueueOptions): Promise<InstallQueue> {
    const queue = new InstallQueue(options);
    for (const unfinished of await options.store.unfinished()) await queue.#restore(unfinished);
    queue.#hasBegun = queue.#waiting.length === 0 && options.held !== true;
    return queue;
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  get phase(): Queue['phase'] {
    if (this.#isClosing) return 'stopping';
    return this.#hasBegun ? 'open' : 'starting';
  }

  get endedCount(): number {
    return this.#endedCount;
  }

  add(
    install: NewInstall,
    open: JobWithSecrets,
    endedAtPlanning: number = this.#endedCount,
  ): Promise<Install | QueueRefusal> {
    return this.#change(async () => {
      const refusal = this.#refuse(install);
      if (refusal !== undefined) return refusal;
      const { store, seal } = this.#options;
      const complete = missingSecrets(open).length === 0;
      const jobFor = (id: number): Job => sealJob(open, id, seal);
      const record = await store.add(install, complete ? 'queued' : 'needs-secret', jobFor);
      const entry = toQueued(record, open);
      if (!complete) {
        this.#awaitingSecrets.set(record.id, entry);
        return record;
      }
      const idle = this.#running === undefined && this.#waiting.length === 0 && this.#hasBegun;
      this.#enqueue(entry, idle && endedAtPlanning === this.#endedCount && !install.resume);
      await this.#startNext();
      // The installation is accepted, even if it cannot be read now.
      const accepted = await store.get(record.id).catch(() => undefined);
      return accepted ?? record;
    });
  }

  async getAwaitingSecrets(id: number): Promise<QueuedInstallation | undefined> {
    return this.#awaitingSecrets.get(id);
  }

  supply(id: number, open: JobWithSecrets): Promise<boolean> {
    return this.#change(async () => {
      const { store, notifier, seal, now } = this.#options;
      const entry = this.#awaitingSecrets.get(id);
      if (entry === undefined) return false;
      await store.setWaiting(id, 'queued', sealJob(open, id, seal), now().toISOString());
      this.#awaitingSecrets.delete(id);
      this.#enqueue({ ...entry, ...open }, false);
      notifier.notify(id);
      await this.#startNext();
      return true;
    });
  }

  cancel(id: number): Promise<boolean> {
    // A change to the queue may take a long time, for example while the database is unavailable.
    const wasRunning = this.#interrupt(id);
    return this.#change(async () => {
      const at = this.#waiting.findIndex((candidate) => candidate.id === id);
      if (at >= 0) this.#waiting.splice(at, 1);
      if (at >= 0 || this.#awaitingSecrets.delete(id)) {
        await this.#recordOutcome(id, toCancelledOutcome({}, this.#options.now().toISOString()));
        return true;
      }
      // The installation may have started or ended in the meantime.
      return this.#interrupt(id) || wasRunning;
    });
  }

  /** Cancels the installation if it is running; otherwise returns false. */
  #interrupt(id: number): boolean {
    if (this.#running?.id !== id) return false;
    this.#running.isCancelled = true;
    this.#running.stop.abort();
    return true;
  }

  begin(): void {
    this.#hasBegun = true;
    this.#startNextLater();
  }

  async drain(limit: number, signal: AbortSignal): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#retryTimer);
    const end = async (): Promise<void> => {
      // A change that had begun earlier may start an installation.
      await this.#change(() => Promise.resolve());
      await this.#lastRun;
    };
    await waitFor(end(), limit, signal);
  }

  async close(limit: number): Promise<'clean' | 'late'> {
    this.#isClosing = true;
    clearTimeout(this.#retryTimer);
    this.#running?.stop.abort();
    const end = async (): Promise<'clean'> => {
      // A change that had begun earlier may start an installation.
      await this.#change(() => Promise.resolve(this.#running?.stop.abort()));
      await this.#lastRun;
      return 'clean';
    };
    return withTimeout(end(), limit, () => 'late' as const);
  }

  /** Runs a change to the queue after all earlier changes. */
  #change<T>(work: () => Promise<T>): Promise<T> {
    const change = this.#lastChange.then(work);
    this.#lastChange = change.catch(() => undefined);
    return change;
  }

  #startNextLater(): void {
    void this.#change(() => this.#startNext()).catch((error: unknown) =>
      this.#options.reportError('The next installation cannot be started', error),
    );
  }

  #refuse({ path }: NewInstall): QueueRefusal | undefined {
    if (this.#isClosing) return 'closing';
    const running = this.#running === undefined ? [] : [this.#running];
    const others = [...this.#waiting, ...this.#awaitingSecrets.values(), ...running];
    if (others.some((other) => other.path === path)) return 'target-taken';
    const isFull = this.#waiting.length + this.#awaitingSecrets.size >= this.#options.limit;
    return isFull ? 'full' : undefined;
  }

  #enqueue(entry: QueuedInstallation, isJustConfirmed: boolean): void {
    this.#waiting.push({ ...entry, stop: new AbortController(), isJustConfirmed, isCancelled: false });
  }

  async #recordOutcome(id: number, ending: Omit<InstallOutcome, 'ended'>): Promise<void> {
    const { store, notifier, now, reportError } = this.#options;
    await store.setEnded(id, { ...ending, ended: now().toISOString() });
    try {
      const install = await store.get(id);
      if (install !== undefined) this.#options.ended?.(install);
    } catch (error) {
      reportError(`Installation ${id}, which has ended, cannot be read`, error);
    }
    notifier.notify(id);
  }

  async #restore(unfinished: Install): Promise<void> {
    const { store, reportError, seal, now } = this.#options;
    const job = await store.job(unfinished.id);
    if (unfinished.state === 'running' || job === undefined) {
      const hadStarted = unfinished.state === 'running';
      const message = hadStarted
        ? 'The service stopped while this installation was running'
        : 'The service stopped before this installation started';
      // Services before format 2 stored no jobs.
      const resumable = hadStarted && job !== undefined;
      const next = resumable ? RESUME_ADVICE : 'Start a new installation';
      await this.#recordOutcome(unfinished.id, {
        state: 'interrupted',
        resumable,
        failure: { message, next },
      });
      return;
    }
    const open = { job, secrets: openSealedSecrets(job, unfinished.id, seal) };
    const missing = missingSecrets(open);
    const entry = toQueued(unfinished, open);
    if (missing.length === 0) this.#enqueue(entry, false);
    else this.#awaitingSecrets.set(entry.id, entry);
    try {
      // Retain sealed secrets that cannot be opened now, because the service may be started with their key again.
      const state = missing.length === 0 ? 'queued' : 'needs-secret';
      await store.setWaiting(entry.id, state, { ...job, missing }, now().toISOString());
    } catch (error) {
      reportError(`Installation ${entry.id} cannot be stored`, error);
    }
  }

  /** Starts the next installation if none is running; called only within a change. */
  async #startNext(): Promise<void> {
    const { store, notifier, now, reportError, retry = 5_000 } = this.#options;
    const [entry] = this.#waiting;
    if (entry === undefined || this.#running !== undefined || this.#isClosing || !this.#hasBegun) return;
    clearTimeout(this.#retryTimer);
    try {
      await store.setStarted(entry.id, now().toISOString());
    } catch (error) {
      // If the start were not stored, the installation would run a second time after a kill.
      if (this.#retryTimer === undefined)
        reportError(`Installation ${entry.id} waits until its start can be stored`, error);
      entry.isJustConfirmed = false;
      this.#retryTimer = setTimeout(() => this.#startNextLater(), retry).unref();
      return;
    }
    this.#retryTimer = undefined;
    this.#waiting.shift();
    this.#running = entry;
    notifier.notify(entry.id);
    this.#lastRun = this.#run(entry)
      .catch(async (error: unknown) => {
        reportError(`Installation ${entry.id} failed with an internal error`, error);
        await this.#recordOutcome(entry.id, INTERNAL_ERROR_OUTCOME);
      })
      .finally(() => {
        this.#endedCount += 1;
        this.#running = undefined;
        this.#startNextLater();
      });
  }

  async #run(entry: WaitingInstallation): Promise<void> {
    const { notifier, toRunRequest } = this.#options;
    const outcome = await runInstallation(
      entry,
      {
        signal: entry.stop.signal,
        isCancelled: () => entry.isCancelled,
        changed: () => notifier.notify(entry.id),
        ...(entry.isJustConfirmed && { request: toRunRequest(entry) }),
      },
      this.#options,
    );
    await this.#recordOutcome(entry.id, outcome);
  }
}
