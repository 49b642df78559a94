import type {
  DocumentName,
  DroppedEvents,
  Install,
  InstallOutcome,
  NewInstall,
  StoredEvent,
} from '../records/install.ts';
import type { Job } from '../records/job.ts';
import { openDatabase } from './database.ts';
import { GuardedDatabase } from './guarded-database.ts';
import { prepareHistory, type HistoryPage, type HistoryRequest } from './history.ts';
import { prepareOutbox, type Outbox } from './outbox.ts';
import { prepareLog, type RecordedLog } from './recorded-log.ts';
import { prepareRetention, type RetentionLimits } from './retention.ts';
import { toEndEvent, toInstall, toStoredEvent } from './rows.ts';
import { hasRoom, StateFolderError } from './state-folder-error.ts';
import { prepareStatements, type Statements } from './statements.ts';
import { UnsavedOutcomes } from './unsaved-outcomes.ts';

export interface StoreOptions {
  readonly limits?: RetentionLimits;
  /** Milliseconds between two attempts to write an outcome that could not be written; default: 2 s. */
  readonly retry?: number;
  /** IDs of the webhook receivers; default: none. */
  readonly endpoints?: readonly string[];
  /** Called after changes for which webhooks were added. */
  readonly announced?: () => void;
}

/**
 * Installations and their events, on disk. Every call is synchronous. Calls that write, except `setEnded`, throw a
 * {@link StateFolderError} when the folder cannot be written.
 */
export class Store {
  readonly #folder: string;
  readonly #database: GuardedDatabase;
  readonly #sql: Statements;
  readonly #history: (request: HistoryRequest) => HistoryPage;
  readonly #log: RecordedLog;
  readonly #makeRoom: () => void;
  readonly #unsaved: UnsavedOutcomes;
  readonly #outbox: Outbox;
  readonly #announced: () => void;

  /**
   * Opens the store in `folder`.
   *
   * @throws {StoreUnusable} when the folder cannot be written, another service uses it, or its database cannot be used
   */
  constructor(
    folder: string,
    { limits, retry = 2_000, endpoints = [], announced = () => {} }: StoreOptions = {},
  ) {
    const database = openDatabase(folder);
    this.#folder = folder;
    this.#database = new GuardedDatabase(database, folder);
    this.#sql = prepareStatements(database);
    this.#history = prepareHistory(database);
    this.#log = prepareLog(database);
    this.#makeRoom = prepareRetention(database, limits);
    this.#outbox = prepareOutbox(database, this.#database, endpoints);
    this.#announced = announced;
    this.#unsaved = new UnsavedOutcomes({
      save: (id, outcome) => this.#saveOutcome(id, outcome),
      afterSave: () => this.#tidyUp(),
      retry,
    });
    this.#database.attempt(this.#makeRoom);
    this.#database.attempt(() => this.#database.enableAutoVacuum());
  }

  /**
   * Adds an installation, which then survives a power failure.
   *
   * @param jobFor returns the job to store for the installation with this number
   */
  add(install: NewInstall, state: 'queued' | 'needs-secret', jobFor: (id: number) => Job): Install {
    this.#database.write(this.#makeRoom);
    const added = this.#database.durableTransaction(() => {
      const { target, path, resume, digest, created, configuration, documents, key } = install;
      const row = [state, target, path, Number(resume), digest, created, configuration];
      const id = Number(this.#sql.insert.run(...row).lastInsertRowid);
      this.#sql.setJob.run(id, JSON.stringify(jobFor(id)));
      if (key !== undefined) this.#sql.addKey.run(key.key, id, key.fingerprint);
      for (const [name, text] of Object.entries(documents)) this.#sql.setDocument.run(id, name, text);
      return this.#announce(id, created);
    });
    this.#announced();
    return added;
  }

  get(id: number): Install | undefined {
    const row = this.#sql.install.get(id);
    return row === undefined ? undefined : this.#withUnsaved(toInstall(row));
  }

  /**
   * Returns the configuration of the start request, with every secret masked; undefined if there is no such
   * installation.
   */
  configuration(id: number): string | undefined {
    return this.#sql.install.get(id)?.['configuration']?.toString();
  }

  /** Returns the number of installations in each state; states without installations are missing. */
  countByState(): ReadonlyMap<string, number> {
    const rows = this.#sql.countByState.all();
    return new Map(rows.map(({ state, total }) => [String(state), Number(total)]));
  }

  /**
   * Returns the installation that a request with this `Idempotency-Key` started, and the fingerprint of that request;
   * undefined if there is none.
   */
  findByKey(key: string): { readonly install: Install; readonly fingerprint: string } | undefined {
    const row = this.#sql.byKey.get(key);
    const install = row === undefined ? undefined : this.get(Number(row['install']));
    return install === undefined ? undefined : { install, fingerprint: String(row!['fingerprint']) };
  }

  /** Returns a document of the installation; undefined if there is none. */
  document(id: number, name: DocumentName): string | undefined {
    return this.#sql.document.get(id, name)?.['text']?.toString();
  }

  setDocument(id: number, name: DocumentName, text: string): void {
    this.#database.write(() => this.#sql.setDocument.run(id, name, text));
  }

  /** Returns the job of the installation; undefined if the installation can no longer be run or resumed. */
  job(id: number): Job | undefined {
    const data = this.#sql.job.get(id)?.['data'];
    return typeof data === 'string' ? (JSON.parse(data) as Job) : undefined;
  }

  list(request: HistoryRequest): HistoryPage {
    const { installs, ...page } = this.#history(request);
    return { installs: installs.map((install) => this.#withUnsaved(install)), ...page };
  }

  /** Deletes an ended installation with all its records, and returns the number and size of its events. */
  delete(id: number): DroppedEvents {
    const { events, bytes } = this.#sql.eventsSize.get(id)!;
    this.#database.transaction(() => this.#sql.deleteInstall.run(id));
    // Hashes of passwords must not remain in the write-ahead log.
    this.#database.attempt(() => this.#database.checkpoint());
    return { events: Number(events), bytes: Number(bytes) };
  }

  /** Returns the installations that have not ended, oldest first. */
  unfinished(): Install[] {
    const installs = this.#sql.unfinishedInstalls.all().map(toInstall);
    return installs.filter(({ id }) => this.#unsaved.get(id) === undefined);
  }

  /**
   * Returns the newest later installation onto the same target that is going to start, has started and was not refused,
   * or can be resumed; undefined if there is none.
   */
  successor({ id, path }: Install): Install | undefined {
    const row = this.#sql.successor.get(path, id);
    return row === undefined ? undefined : this.#withUnsaved(toInstall(row));
  }

  /** Returns the number of the newest later installation that completed the same target; undefined if there is none. */
  replacement({ id, path }: Install): number | undefined {
    const later = this.#sql.replacement.get(path, id)?.['id'];
    return later === undefined ? undefined : Number(later);
  }

  /**
   * Changes a waiting installation; the change survives a power failure.
   *
   * @param time ISO 8601, UTC
   */
  setWaiting(id: number, state: 'queued' | 'needs-secret', job: Job, time: string): void {
    this.#database.durableTransaction(() => {
      const hasChanged = this.get(id)?.state !== state;
      this.#sql.setState.run(state, id);
      this.#sql.setJob.run(id, JSON.stringify(job));
      if (hasChanged) this.#announce(id, time);
    });
    this.#announced();
  }

  /** @param time ISO 8601, UTC */
  setStarted(id: number, time: string): void {
    this.#database.transaction(() => {
      this.#sql.start.run(time, id);
      this.#announce(id, time);
    });
    this.#announced();
  }

  /**
   * Stores the outcome with its `end` event. If the folder cannot be written now, the outcome is written later.
   */
  setEnded(id: number, outcome: InstallOutcome): void {
    this.#unsaved.add(id, outcome);
  }

  append(id: number, { number, type, data }: StoredEvent): void {
    this.#database.write(() => this.#sql.addEvent.run({ install: id, number, type, data }));
  }

  /** Returns at most `limit` events with a number greater than `after`. */
  events(id: number, after: number, limit: number): StoredEvent[] {
    const events = this.#sql.eventsAfter.all(id, after, limit).map(toStoredEvent);
    const outcome = this.#unsaved.get(id);
    if (outcome === undefined || events.length === limit) return events;
    const end = toEndEvent(this.#lastStoredNumber(id) + 1, outcome);
    return end.number > after ? [...events, end] : events;
  }

  /** Webhooks that are waiting for delivery. */
  get outbox(): Outbox {
    return this.#outbox;
  }

  /** The recorded log of installations. */
  get log(): RecordedLog {
    return this.#log;
  }

  /** Returns the number of the newest event; 0 if there is none. */
  lastNumber(id: number): number {
    return this.#lastStoredNumber(id) + (this.#unsaved.get(id) === undefined ? 0 : 1);
  }

  /**
   * Repeats a failed write, and returns the reason why the folder cannot be written now; undefined if there is none.
   */
  checkHealth(): StateFolderError | undefined {
    if (!this.#unsaved.isEmpty) this.#unsaved.flush();
    if (!hasRoom(this.#folder)) return new StateFolderError('state-full');
    // The last failure may have been long ago, so try to write again.
    if (this.#database.lastError !== undefined) this.#database.attempt(() => this.#sql.probe.run());
    return this.#database.lastError;
  }

  close(): void {
    this.#unsaved.close();
    this.#database.close();
  }

  #lastStoredNumber(id: number): number {
    return Number(this.#sql.lastNumber.get(id)?.['number'] ?? 0);
  }

  #withUnsaved(install: Install): Install {
    const outcome = this.#unsaved.get(install.id);
    if (outcome === undefined) return install;
    const { needs: _needs, ...rest } = install;
    return { ...rest, ...outcome };
  }

  #saveOutcome(id: number, outcome: InstallOutcome): void {
    this.#database.transaction(() => {
      const { state, ended, resumable, failure, dropped = { events: 0, bytes: 0 } } = outcome;
      const event = toEndEvent(this.#lastStoredNumber(id) + 1, outcome);
      this.#sql.addEvent.run({ install: id, ...event });
      const failureJson = failure === undefined ? null : JSON.stringify(failure);
      this.#sql.end.run(state, ended, Number(resumable), failureJson, dropped.events, dropped.bytes, id);
      this.#announce(id, ended);
    });
    this.#announced();
  }

  /** Adds webhooks for the state of an installation, and returns the installation; call it after the change. */
  #announce(id: number, time: string): Install {
    const install = toInstall(this.#sql.install.get(id)!);
    this.#outbox.announce(install, time);
    return install;
  }

  /** Once an installation can no longer be resumed, its hashes must not remain in rows or in the write-ahead log. */
  #tidyUp(): void {
    this.#database.attempt(() => {
      this.#database.transaction(() => this.#sql.forgetJobs.run());
      this.#database.checkpoint();
      this.#makeRoom();
    });
  }
}
