import { withTimeout } from '@writ/diagnostics/internal';
import type { InstallRequest, InstallResult } from '@writ/installer';
import { missingSecrets, type Job, type OpenJob } from '../records/job.ts';
import { openedSecrets, sealedJob, type Seal } from '../jobs/seal.ts';
import { StateFault } from '../store/state-fault.ts';
import type { Store } from '../store/store.ts';
import type { Changes } from './changes.ts';
import { again, endingOf, interrupted } from './ending.ts';
import type { Ending, Install, NewInstall, Trouble } from '../records/install.ts';
import { recorder } from './recorder.ts';

/** `install` of the installer, or what stands in for it. */
export type Installer = (request: InstallRequest) => Promise<InstallResult>;

/** An installation that has not ended. */
export interface Entry extends OpenJob {
  readonly id: number;
  readonly path: string;
  readonly resume: boolean;
  /** Of the plan that was agreed to. */
  readonly digest: string;
}

/** What the installer is requested with. */
export type RunRequest = Omit<InstallRequest, 'signal' | 'onEvent' | 'confirm'>;

export type Refusal = 'full' | 'target-taken' | 'closing';

export interface Queue {
  /**
   * Installs one at a time: pacman, mkfs and the disk gain nothing from two at once.
   *
   * @param known `ended` of when its plan was made: where another one has ended since, it is judged again
   * @throws {StateFault} when it cannot be stored
   */
  add(install: NewInstall, open: OpenJob, known?: number): Install | Refusal;
  /** How many have run to their end in this service. */
  readonly ended: number;
  /** What an installation needs that waits for secrets; undefined for any other. */
  needing(id: number): Entry | undefined;
  /**
   * Gives it everything that it needs, so that it waits for its turn; false when it no longer needs anything.
   *
   * @throws {StateFault} when that cannot be stored
   */
  supply(id: number, open: OpenJob): boolean;
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
  readonly changes: Changes;
  readonly install: Installer;
  /** What a run is requested with that begins as soon as it was agreed to. */
  readonly request: (entry: Entry) => RunRequest;
  /** The same for one that has waited, or resumes: unless its consent no longer holds. */
  readonly judge: (entry: Entry, signal: AbortSignal) => Promise<RunRequest | Trouble>;
  readonly seal: Seal | undefined;
  /** Whether everything waits for `begin`. */
  readonly held?: boolean;
  /** Waiting installations, the running one not counted. */
  readonly limit: number;
  /** Milliseconds between two attempts to begin one when that cannot be stored. */
  readonly retry?: number;
  readonly now: () => Date;
  /** Hears of faults that belong to no request; the text holds nothing of a configuration. */
  readonly fault: (message: string, error: unknown) => void;
}

interface Waiting extends Entry {
  readonly stop: AbortController;
  /** Whether it has just been agreed to. */
  fresh: boolean;
  cancelled: boolean;
}

/** The queue of one service. What an earlier one left running is ended as interrupted, what waited waits again. */
export class InstallQueue implements Queue {
  readonly #options: QueueOptions;
  readonly #waiting: Waiting[] = [];
  readonly #needing = new Map<number, Entry>();
  #running: Waiting | undefined;
  #count = 0;
  #settled: Promise<void> = Promise.resolve();
  #closing = false;
  #begun: boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    for (const left of options.store.open()) this.#restore(left);
    this.#begun = this.#waiting.length === 0 && options.held !== true;
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  get ended(): number {
    return this.#count;
  }

  add(install: NewInstall, open: OpenJob, known: number = this.#count): Install | Refusal {
    if (this.#closing) return 'closing';
    const { store, seal, limit } = this.#options;
    const running = this.#running === undefined ? [] : [this.#running];
    const others = [...this.#waiting, ...this.#needing.values(), ...running];
    if (others.some(({ path }) => path === install.path)) return 'target-taken';
    if (this.#waiting.length + this.#needing.size >= limit) return 'full';
    const complete = missingSecrets(open).length === 0;
    const state = complete ? 'queued' : 'needs-secret';
    const jobFor = (id: number): Job => sealedJob(open, id, seal);
    const record = store.add(install, state, jobFor);
    const entry = entryOf(record, open);
    if (!complete) {
      this.#needing.set(record.id, entry);
      return record;
    }
    const idle = this.#running === undefined && this.#waiting.length === 0 && this.#begun;
    this.#wait(entry, idle && known === this.#count && !install.resume);
    this.#next();
    return store.get(record.id) ?? record;
  }

  needing(id: number): Entry | undefined {
    return this.#needing.get(id);
  }

  supply(id: number, open: OpenJob): boolean {
    const { store, changes, seal } = this.#options;
    const entry = this.#needing.get(id);
    if (entry === undefined) return false;
    store.waits(id, 'queued', sealedJob(open, id, seal));
    this.#needing.delete(id);
    this.#wait({ ...entry, ...open }, false);
    changes.tell(id);
    this.#next();
    return true;
  }

  cancel(id: number): boolean {
    const at = this.#waiting.findIndex((candidate) => candidate.id === id);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (at >= 0 || this.#needing.delete(id)) {
      // One that has not begun left nothing that could be resumed.
      const trouble = { message: 'Cancelled before it began', next: 'Start it again' };
      this.#end(id, { state: 'cancelled', resumable: false, trouble });
      return true;
    }
    if (this.#running?.id !== id) return false;
    this.#running.cancelled = true;
    this.#running.stop.abort();
    return true;
  }

  begin(): void {
    this.#begun = true;
    this.#next();
  }

  async close(limit: number): Promise<'clean' | 'late'> {
    this.#closing = true;
    clearTimeout(this.#timer);
    this.#running?.stop.abort();
    return withTimeout(
      this.#settled.then(() => 'clean' as const),
      limit,
      () => 'late' as const,
    );
  }

  #wait(entry: Entry, fresh: boolean): void {
    this.#waiting.push({ ...entry, stop: new AbortController(), fresh, cancelled: false });
  }

  #end(id: number, ending: Omit<Ending, 'ended'>): void {
    const { store, changes, now, fault } = this.#options;
    try {
      store.ended(id, { ...ending, ended: now().toISOString() });
    } catch (error) {
      fault(`The end of installation ${id} cannot be stored`, error);
    }
    changes.tell(id);
  }

  #restore(left: Install): void {
    const { store, fault, seal } = this.#options;
    const job = store.job(left.id);
    if (left.state === 'running' || job === undefined) {
      const began = left.state === 'running';
      const message = began
        ? 'The service was ended while this installation ran'
        : 'The service was ended before this installation began';
      const next = began ? again : 'Start it again';
      this.#end(left.id, { state: 'interrupted', resumable: began, trouble: { message, next } });
      return;
    }
    const open = { job, secrets: openedSecrets(job, left.id, seal) };
    const missing = missingSecrets(open);
    const entry = entryOf(left, open);
    if (missing.length === 0) this.#wait(entry, false);
    else this.#needing.set(entry.id, entry);
    try {
      // What is sealed stays: with another key, or without one, it cannot be opened, but with its own it can.
      store.waits(entry.id, missing.length === 0 ? 'queued' : 'needs-secret', { ...job, missing });
    } catch (error) {
      fault(`Installation ${entry.id} cannot be stored`, error);
    }
  }

  #next(): void {
    const { store, changes, now, fault, retry = 5_000 } = this.#options;
    const [entry] = this.#waiting;
    if (entry === undefined || this.#running !== undefined || this.#closing || !this.#begun) return;
    clearTimeout(this.#timer);
    try {
      store.started(entry.id, now().toISOString());
    } catch (error) {
      if (!(error instanceof StateFault)) throw error;
      // One that is not known to run would be run again after a kill.
      if (this.#timer === undefined) fault(`Installation ${entry.id} waits until it can be stored`, error);
      entry.fresh = false;
      this.#timer = setTimeout(() => this.#next(), retry).unref();
      return;
    }
    this.#timer = undefined;
    this.#waiting.shift();
    this.#running = entry;
    changes.tell(entry.id);
    this.#settled = this.#run(entry)
      .catch((error: unknown) => {
        fault(`Installation ${entry.id} ended with a fault of writ`, error);
        const trouble = { message: 'A fault of writ itself ended this installation', next: again };
        this.#end(entry.id, { state: 'failed', resumable: true, trouble });
      })
      .finally(() => {
        this.#count += 1;
        this.#running = undefined;
        this.#next();
      });
  }

  async #run(entry: Waiting): Promise<void> {
    const { store, changes, fault, request: requestOf, judge, install } = this.#options;
    const { signal } = entry.stop;
    const request = entry.fresh ? requestOf(entry) : await judge(entry, signal);
    if (signal.aborted) {
      this.#end(entry.id, interrupted(entry.cancelled));
      return;
    }
    if ('message' in request) {
      this.#end(entry.id, { state: 'refused', resumable: false, trouble: request });
      return;
    }
    const { sink, dropped } = recorder(
      store,
      entry.id,
      () => changes.tell(entry.id),
      (error) => fault(`Events of installation ${entry.id} cannot be recorded`, error),
    );
    const result = await install({ ...request, signal, onEvent: sink });
    const lost = dropped();
    this.#end(entry.id, { ...endingOf(result, entry.cancelled), ...(lost && { dropped: lost }) });
  }
}

function entryOf({ id, path, resume, digest }: Install, open: OpenJob): Entry {
  return { id, path, resume, digest, ...open };
}
