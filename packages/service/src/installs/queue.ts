import { withTimeout } from '@writ/diagnostics/internal';
import type { InstallRequest, InstallResult } from '@writ/installer';
import { missingSecrets, type Job, type JobWithSecrets } from '../records/job.ts';
import { openSealedSecrets, sealJob, type Seal } from '../jobs/seal.ts';
import { StateFolderError } from '../store/state-folder-error.ts';
import type { Store } from '../store/store.ts';
import type { Notifier } from './notifier.ts';
import { RESUME_ADVICE, toOutcome, interruptedOutcome } from './outcome.ts';
import type { InstallOutcome, Install, NewInstall, InstallFailure } from '../records/install.ts';
import { createRecorder } from './recorder.ts';

/** `install` of the installer, or what stands in for it. */
export type Installer = (request: InstallRequest) => Promise<InstallResult>;

/** An installation that has not ended. */
export interface QueuedInstallation extends JobWithSecrets {
  readonly id: number;
  readonly path: string;
  readonly resume: boolean;
  /** Of the plan that was agreed to. */
  readonly digest: string;
}

/** What the installer is requested with. */
export type RunRequest = Omit<InstallRequest, 'signal' | 'onEvent' | 'confirm'>;

export type QueueRefusal = 'full' | 'target-taken' | 'closing';

export interface Queue {
  /**
   * Installs one at a time: pacman, mkfs and the disk gain nothing from two at once.
   *
   * @param known `ended` of when its plan was made: where another one has ended since, it is judged again
   * @throws {StateFolderError} when it cannot be stored
   */
  add(install: NewInstall, open: JobWithSecrets, known?: number): Install | QueueRefusal;
  /** How many have run to their end in this service. */
  readonly endedCount: number;
  /** What an installation needs that waits for secrets; undefined for any other. */
  getAwaitingSecrets(id: number): QueuedInstallation | undefined;
  /**
   * Gives it everything that it needs, so that it waits for its turn; false when it no longer needs anything.
   *
   * @throws {StateFolderError} when that cannot be stored
   */
  supply(id: number, open: JobWithSecrets): boolean;
  /** Ends a waiting or running installation as SIGINT does; false when it has ended already. */
  cancel(id: number): boolean;
  /** Begins what waits; until then nothing runs while something waits that an earlier service has left, or when held. */
  begin(): void;
  /** Whether one runs. */
  readonly busy: boolean;
  /**
   * Takes no more, ends what runs (with its clean-up) and resolves when that is done; waits at most `limit`
   * milliseconds. What waits is left for the next service.
   */
  close(limit: number): Promise<'clean' | 'late'>;
}

export interface QueueOptions {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly install: Installer;
  /** What a run is requested with that begins as soon as it was agreed to. */
  readonly toRunRequest: (entry: QueuedInstallation) => RunRequest;
  /** The same for one that has waited, or resumes: unless its consent no longer holds. */
  readonly revalidateConsent: (
    entry: QueuedInstallation,
    signal: AbortSignal,
  ) => Promise<RunRequest | InstallFailure>;
  readonly seal: Seal | undefined;
  /** Whether everything waits for `begin`. */
  readonly held?: boolean;
  /** Waiting installations, the running one not counted. */
  readonly limit: number;
  /** Milliseconds between two attempts to begin one when that cannot be stored. */
  readonly retry?: number;
  readonly now: () => Date;
  /** Hears of faults that belong to no request; the text holds nothing of a configuration. */
  readonly reportError: (message: string, error: unknown) => void;
}

interface WaitingInstallation extends QueuedInstallation {
  readonly stop: AbortController;
  /** Whether it has just been agreed to. */
  isJustConfirmed: boolean;
  isCancelled: boolean;
}

/** The queue of one service. What an earlier one left running is ended as interrupted, what waited waits again. */
export class InstallQueue implements Queue {
  readonly #options: QueueOptions;
  readonly #waiting: WaitingInstallation[] = [];
  readonly #awaitingSecrets = new Map<number, QueuedInstallation>();
  #running: WaitingInstallation | undefined;
  #endedCount = 0;
  #lastRun: Promise<void> = Promise.resolve();
  #isClosing = false;
  #hasBegun: boolean;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    for (const left of options.store.open()) this.#restore(left);
    this.#hasBegun = this.#waiting.length === 0 && options.held !== true;
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  get endedCount(): number {
    return this.#endedCount;
  }

  add(
    install: NewInstall,
    open: JobWithSecrets,
    endedAtPlanning: number = this.#endedCount,
  ): Install | QueueRefusal {
    if (this.#isClosing) return 'closing';
    const { store, seal, limit } = this.#options;
    const running = this.#running === undefined ? [] : [this.#running];
    const others = [...this.#waiting, ...this.#awaitingSecrets.values(), ...running];
    if (others.some(({ path }) => path === install.path)) return 'target-taken';
    if (this.#waiting.length + this.#awaitingSecrets.size >= limit) return 'full';
    const complete = missingSecrets(open).length === 0;
    const state = complete ? 'queued' : 'needs-secret';
    const jobFor = (id: number): Job => sealJob(open, id, seal);
    const record = store.add(install, state, jobFor);
    const entry = toQueued(record, open);
    if (!complete) {
      this.#awaitingSecrets.set(record.id, entry);
      return record;
    }
    const idle = this.#running === undefined && this.#waiting.length === 0 && this.#hasBegun;
    this.#enqueue(entry, idle && endedAtPlanning === this.#endedCount && !install.resume);
    this.#startNext();
    return store.get(record.id) ?? record;
  }

  getAwaitingSecrets(id: number): QueuedInstallation | undefined {
    return this.#awaitingSecrets.get(id);
  }

  supply(id: number, open: JobWithSecrets): boolean {
    const { store, notifier, seal } = this.#options;
    const entry = this.#awaitingSecrets.get(id);
    if (entry === undefined) return false;
    store.waits(id, 'queued', sealJob(open, id, seal));
    this.#awaitingSecrets.delete(id);
    this.#enqueue({ ...entry, ...open }, false);
    notifier.notify(id);
    this.#startNext();
    return true;
  }

  cancel(id: number): boolean {
    const at = this.#waiting.findIndex((candidate) => candidate.id === id);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (at >= 0 || this.#awaitingSecrets.delete(id)) {
      // One that has not begun left nothing that could be resumed.
      const trouble = { message: 'Cancelled before it began', next: 'Start it again' };
      this.#recordOutcome(id, { state: 'cancelled', resumable: false, trouble });
      return true;
    }
    if (this.#running?.id !== id) return false;
    this.#running.isCancelled = true;
    this.#running.stop.abort();
    return true;
  }

  begin(): void {
    this.#hasBegun = true;
    this.#startNext();
  }

  async close(limit: number): Promise<'clean' | 'late'> {
    this.#isClosing = true;
    clearTimeout(this.#retryTimer);
    this.#running?.stop.abort();
    return withTimeout(
      this.#lastRun.then(() => 'clean' as const),
      limit,
      () => 'late' as const,
    );
  }

  #enqueue(entry: QueuedInstallation, isJustConfirmed: boolean): void {
    this.#waiting.push({ ...entry, stop: new AbortController(), isJustConfirmed, isCancelled: false });
  }

  #recordOutcome(id: number, ending: Omit<InstallOutcome, 'ended'>): void {
    const { store, notifier, now, reportError } = this.#options;
    try {
      store.ended(id, { ...ending, ended: now().toISOString() });
    } catch (error) {
      reportError(`The end of installation ${id} cannot be stored`, error);
    }
    notifier.notify(id);
  }

  #restore(left: Install): void {
    const { store, reportError, seal } = this.#options;
    const job = store.job(left.id);
    if (left.state === 'running' || job === undefined) {
      const began = left.state === 'running';
      const message = began
        ? 'The service was ended while this installation ran'
        : 'The service was ended before this installation began';
      const next = began ? RESUME_ADVICE : 'Start it again';
      this.#recordOutcome(left.id, { state: 'interrupted', resumable: began, trouble: { message, next } });
      return;
    }
    const open = { job, secrets: openSealedSecrets(job, left.id, seal) };
    const missing = missingSecrets(open);
    const entry = toQueued(left, open);
    if (missing.length === 0) this.#enqueue(entry, false);
    else this.#awaitingSecrets.set(entry.id, entry);
    try {
      // What is sealed stays: with another key, or without one, it cannot be opened, but with its own it can.
      store.waits(entry.id, missing.length === 0 ? 'queued' : 'needs-secret', { ...job, missing });
    } catch (error) {
      reportError(`Installation ${entry.id} cannot be stored`, error);
    }
  }

  #startNext(): void {
    const { store, notifier, now, reportError, retry = 5_000 } = this.#options;
    const [entry] = this.#waiting;
    if (entry === undefined || this.#running !== undefined || this.#isClosing || !this.#hasBegun) return;
    clearTimeout(this.#retryTimer);
    try {
      store.started(entry.id, now().toISOString());
    } catch (error) {
      if (!(error instanceof StateFolderError)) throw error;
      // One that is not known to run would be run again after a kill.
      if (this.#retryTimer === undefined)
        reportError(`Installation ${entry.id} waits until it can be stored`, error);
      entry.isJustConfirmed = false;
      this.#retryTimer = setTimeout(() => this.#startNext(), retry).unref();
      return;
    }
    this.#retryTimer = undefined;
    this.#waiting.shift();
    this.#running = entry;
    notifier.notify(entry.id);
    this.#lastRun = this.#run(entry)
      .catch((error: unknown) => {
        reportError(`Installation ${entry.id} ended with a fault of writ`, error);
        const trouble = { message: 'A fault of writ itself ended this installation', next: RESUME_ADVICE };
        this.#recordOutcome(entry.id, { state: 'failed', resumable: true, trouble });
      })
      .finally(() => {
        this.#endedCount += 1;
        this.#running = undefined;
        this.#startNext();
      });
  }

  async #run(entry: WaitingInstallation): Promise<void> {
    const { store, notifier, reportError, toRunRequest, revalidateConsent, install } = this.#options;
    const { signal } = entry.stop;
    const request = entry.isJustConfirmed ? toRunRequest(entry) : await revalidateConsent(entry, signal);
    if (signal.aborted) {
      this.#recordOutcome(entry.id, interruptedOutcome(entry.isCancelled));
      return;
    }
    if ('message' in request) {
      this.#recordOutcome(entry.id, { state: 'refused', resumable: false, trouble: request });
      return;
    }
    const { sink, dropped } = createRecorder(
      store,
      entry.id,
      () => notifier.notify(entry.id),
      (error) => reportError(`Events of installation ${entry.id} cannot be recorded`, error),
    );
    const result = await install({ ...request, signal, onEvent: sink });
    const lost = dropped();
    this.#recordOutcome(entry.id, {
      ...toOutcome(result, entry.isCancelled),
      ...(lost && { dropped: lost }),
    });
  }
}

function toQueued({ id, path, resume, digest }: Install, open: JobWithSecrets): QueuedInstallation {
  return { id, path, resume, digest, ...open };
}
