import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  hasEnded,
  type DocumentName,
  type DroppedEvents,
  type Install,
  type InstallOutcome,
  type NewInstall,
  type StoredEvent,
} from '../records/install.ts';
import type { Job } from '../records/job.ts';
import { Assignments } from './assignments.ts';
import { Batches } from './batches.ts';
import { NodeConfigurations } from './nodes/node-configurations.ts';
import { Nodes } from './nodes/nodes.ts';
import { AuditLog } from './audit-log.ts';
import { attempt, type Database, type Engine } from './engine.ts';
import { readHistory, type HistoryPage, type HistoryRequest } from './history.ts';
import { Outbox } from './outbox.ts';
import { PeopleStore } from './people-store.ts';
import { forgetJobs, isOnHost, isSuccessor, selectInstalls, UNFINISHED } from './queries.ts';
import { createLog, insertEvents, type RecordedLog } from './recorded-log.ts';
import { makeRoom, type RetentionLimits } from './retention.ts';
import { toEndEvent, toInstall, toStoredEvent } from './rows.ts';
import { ClaimLost, InstallNotAdded, KeyInUse, StoreError } from './store-error.ts';
import { UnacceptedInstalls } from './unaccepted-installs.ts';
import { UnsavedOutcomes } from './unsaved-outcomes.ts';

export interface StoreOptions {
  readonly limits?: RetentionLimits;
  /** Milliseconds between attempts to repeat a failed write; default: 2 s. */
  readonly retry?: number;
  /** IDs of the webhook receivers; default: those that the servers of a shared database have registered, or none. */
  readonly endpoints?: readonly string[];
  /** The claims of a worker, by installation; only the records of these installations can then be written. */
  readonly claims?: ReadonlyMap<number, string>;
  /** The host of this process, if workers run the installations. */
  readonly host?: string;
  /** Milliseconds since the last heartbeat of a node after which it is lost; default: 90 s. */
  readonly nodesLostAfter?: number;
  /** Called after changes of the states of installations and batches, for which webhooks may have been added. */
  readonly announced?: () => void;
  /** Called with errors outside of calls; default: none. */
  readonly reportError?: (message: string, error: unknown) => void;
}

/**
 * Installations and their events, in a database. All calls reject with a {@link StoreError} when the database cannot be
 * used, except `setEnded`.
 */
export class Store {
  readonly #engine: Engine;
  readonly #limits: RetentionLimits | undefined;
  readonly #unsaved: UnsavedOutcomes;
  readonly #announced: () => void;
  readonly #unaccepted: UnacceptedInstalls;
  readonly #claims: ReadonlyMap<number, string> | undefined;
  #lastRoom: Promise<void> = Promise.resolve();
  /** The host of this process, if workers run the installations. */
  readonly host: string | undefined;
  /** The installations for workers; only in shared databases. */
  readonly assignments: Assignments;
  /** Webhooks that are waiting for delivery. */
  readonly outbox: Outbox;
  /** The recorded log of installations. */
  readonly log: RecordedLog;
  /** The machines on which an agent installs. */
  readonly nodes: Nodes;
  /** The configurations of nodes. */
  readonly nodeConfigurations: NodeConfigurations;
  /** Users, API tokens and sessions. */
  readonly people: PeopleStore;
  /** The changes that users have made. */
  readonly audit: AuditLog;
  /** Batches of installations. */
  readonly batches: Batches;

  private constructor(engine: Engine, options: StoreOptions) {
    const { limits, retry = 2_000, endpoints, announced = () => {}, reportError = () => {} } = options;
    this.#engine = engine;
    this.#limits = limits;
    this.#announced = announced;
    this.#claims = options.claims;
    this.host = options.host;
    this.#unaccepted = new UnacceptedInstalls(engine, { retry, reportError });
    this.#unsaved = new UnsavedOutcomes({
      save: (id, outcome) => this.#saveOutcome(id, outcome),
      afterSave: () => this.#tidyUp(),
      retry,
      reportError,
    });
    this.outbox = new Outbox(engine, endpoints);
    this.log = createLog(engine);
    this.nodes = new Nodes(engine, options.nodesLostAfter);
    this.nodeConfigurations = new NodeConfigurations(engine);
    this.people = new PeopleStore(engine);
    this.audit = new AuditLog(engine);
    this.batches = new Batches(engine, announced);
    this.assignments = new Assignments(engine, (database, id, time) => this.#announce(database, id, time));
  }

  /** Creates the store of an open database; `close` closes the database. */
  static async open(engine: Engine, options: StoreOptions = {}): Promise<Store> {
    const store = new Store(engine, options);
    await store.outbox.removeOthers();
    await attempt(() => store.#makeRoom());
    return store;
  }

  /**
   * Adds an installation, which then survives a power failure.
   *
   * @param jobFor returns the job to store for the installation with this number
   * @param added runs in the same transaction; if it rejects, the installation is not added
   * @throws {InstallNotAdded} when the database cannot be written
   * @throws {KeyInUse} when an installation with the same key has been added in the meantime
   * @throws {BatchChanged} when the installation is for the row of a batch that has changed in the meantime
   */
  async add(
    install: NewInstall,
    state: 'queued' | 'needs-secret',
    jobFor: (id: number) => Job,
    added?: (database: Database, id: number) => Promise<void>,
  ): Promise<Install> {
    await this.#makeRoom().catch((error: unknown) => {
      throw error instanceof StoreError ? new InstallNotAdded(error) : error;
    });
    const { documents, key, resume, row: start, ...columns } = install;
    const row = { ...columns, state, resume: Number(resume), token: randomUUID() };
    const add = async (database: Database): Promise<Install> => {
      const inserted = await database
        .insertInto('installs')
        .values(row)
        .onConflict((conflict) => conflict.column('token').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted === undefined) {
        const [known] = await selectInstalls(database, sql`token = ${row.token}`);
        return toInstall(known!);
      }
      const { id } = inserted;
      await setJob(database, id, jobFor(id));
      if (key !== undefined) {
        const { fingerprint } = key;
        const { numInsertedOrUpdatedRows } = await database
          .insertInto('idempotency_keys')
          .values({ key: key.key, install: id, fingerprint })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) throw new KeyInUse();
      }
      await added?.(database, id);
      if (start !== undefined) await this.batches.start(database, start, { id, state });
      for (const [name, text] of Object.entries(documents)) await setDocument(database, id, name, text);
      return this.#announce(database, id, install.created);
    };
    const accepted = await this.#unaccepted.accept(row.token, add);
    this.#announced();
    return accepted;
  }

  async get(id: number): Promise<Install | undefined> {
    const { visible } = this.#unaccepted;
    const [row] = await this.#engine.read((database) =>
      selectInstalls(database, sql`id = ${id} and ${visible}`),
    );
    return row && this.#withUnsaved(toInstall(row));
  }

  /**
   * Returns the configuration of the start request, with every secret masked; undefined if there is no such
   * installation.
   */
  async configuration(id: number): Promise<string | undefined> {
    const row = await this.#engine.read((database) =>
      database.selectFrom('installs').select('configuration').where('id', '=', id).executeTakeFirst(),
    );
    return row?.configuration;
  }

  /** Returns the number of installations in each state; states without installations are missing. */
  async countByState(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#engine.read((database) =>
      database
        .selectFrom('installs')
        .select(({ fn }) => ['state', fn.countAll().as('total')])
        .groupBy('state')
        .execute(),
    );
    return new Map(rows.map(({ state, total }) => [state, Number(total)]));
  }

  /**
   * Returns the installation that a request with this `Idempotency-Key` started, and the fingerprint of that request;
   * undefined if there is none.
   */
  async findByKey(
    key: string,
  ): Promise<{ readonly install: Install; readonly fingerprint: string } | undefined> {
    const row = await this.#engine.read((database) =>
      database
        .selectFrom('idempotency_keys')
        .select(['install', 'fingerprint'])
        .where('key', '=', key)
        .executeTakeFirst(),
    );
    const install = row && (await this.get(row.install));
    return install && { install, fingerprint: row.fingerprint };
  }

  /** Returns a document of the installation; undefined if there is none. */
  async document(id: number, name: DocumentName): Promise<string | undefined> {
    const row = await this.#engine.read((database) =>
      database
        .selectFrom('documents')
        .select('text')
        .where('install', '=', id)
        .where('name', '=', name)
        .executeTakeFirst(),
    );
    return row?.text;
  }

  async setDocument(id: number, name: DocumentName, text: string): Promise<void> {
    await this.#engine.transaction(async (database) => {
      await this.#assertClaim(database, id);
      await setDocument(database, id, name, text);
    });
  }

  /** Returns the job of the installation; undefined if the installation can no longer be run or resumed. */
  async job(id: number): Promise<Job | undefined> {
    const row = await this.#engine.read((database) =>
      database.selectFrom('jobs').select('data').where('install', '=', id).executeTakeFirst(),
    );
    return row && (JSON.parse(row.data) as Job);
  }

  async list(request: HistoryRequest): Promise<HistoryPage> {
    const { installs, ...page } = await readHistory(this.#engine, request, this.#unaccepted.visible);
    return { installs: installs.map((install) => this.#withUnsaved(install)), ...page };
  }

  /** Deletes an ended installation with all its records, and returns the number and size of its events. */
  async delete(id: number): Promise<DroppedEvents> {
    const size = await this.#engine.read(async (database) => {
      const { rows } = await sql<{ events: unknown; bytes: unknown }>`select count(*) as events,
        coalesce(sum(octet_length(data)), 0) as bytes from events where install = ${id}`.execute(database);
      return { events: Number(rows[0]!.events), bytes: Number(rows[0]!.bytes) };
    });
    await this.#engine.transaction((database) =>
      database.deleteFrom('installs').where('id', '=', id).execute(),
    );
    await attempt(() => this.#engine.eraseDeletedRows());
    return size;
  }

  /** Returns the installations that have not ended, oldest first. */
  async unfinished(): Promise<Install[]> {
    const rows = await this.#engine.read((database) => selectInstalls(database, UNFINISHED));
    return rows.map(toInstall).filter(({ id }) => this.#unsaved.get(id) === undefined);
  }

  /**
   * Returns the newest later installation onto the same target that is going to start, has started and was not refused,
   * or can be resumed; undefined if there is none.
   */
  async successor(install: Install): Promise<Install | undefined> {
    const [row] = await this.#engine.read((database) => selectInstalls(database, isSuccessor(install)));
    return row && this.#withUnsaved(toInstall(row));
  }

  /** Returns the number of the newest later installation that completed the same target; undefined if there is none. */
  async replacement({ id, path, host }: Install): Promise<number | undefined> {
    const row = await this.#engine.read((database) =>
      database
        .selectFrom('installs')
        .select('id')
        .where('path', '=', path)
        .where('id', '>', id)
        .where('state', '=', 'done')
        .where(isOnHost(host))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
    return row?.id;
  }

  /**
   * Changes a waiting installation; the change survives a power failure.
   *
   * @param time ISO 8601, UTC
   * @param changed runs first, in the same transaction; if it rejects, nothing is changed
   */
  async setWaiting(
    id: number,
    state: 'queued' | 'needs-secret',
    job: Job,
    time: string,
    changed?: (database: Database) => Promise<void>,
  ): Promise<void> {
    await this.#engine.transaction(
      async (database) => {
        await changed?.(database);
        const hasChanged = (await readInstall(database, id))?.state !== state;
        await database.updateTable('installs').set({ state }).where('id', '=', id).execute();
        await setJob(database, id, job);
        if (hasChanged) await this.#announce(database, id, time);
      },
      { durable: true },
    );
    this.#announced();
  }

  /** Makes all installations not resumable, and deletes their jobs with their hashes. */
  async forgetAllJobs(): Promise<void> {
    await this.#engine.transaction(async (database) => {
      await database.updateTable('installs').set({ resumable: 0 }).where('ended', 'is not', null).execute();
      await forgetJobs(database);
    });
    await attempt(() => this.#engine.eraseDeletedRows());
  }

  /** @param time ISO 8601, UTC */
  async setStarted(id: number, time: string): Promise<void> {
    await this.#engine.transaction(async (database) => {
      const { numUpdatedRows } = await database
        .updateTable('installs')
        .set({ state: 'running', started: time })
        .where('id', '=', id)
        .where('started', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await this.#announce(database, id, time);
    });
    this.#announced();
  }

  /**
   * Stores the outcome with its `end` event. If the database cannot be written now, the outcome is written later. Has no
   * effect if the installation has already ended. Never rejects.
   */
  async setEnded(id: number, outcome: InstallOutcome): Promise<void> {
    await this.#unsaved.add(id, outcome);
  }

  /** Adds events, whose numbers are greater than those of earlier events; events that are already stored are ignored. */
  async append(id: number, events: readonly StoredEvent[]): Promise<void> {
    const { kind } = this.#engine;
    await this.#engine.transaction(async (database) => {
      await this.#assertClaim(database, id);
      await insertEvents(kind, database, id, events);
      await this.#engine.announce(database, id);
    });
  }

  /**
   * Cancels an installation for workers: asks the worker of a running one to interrupt it, and ends any other. Returns
   * false if the installation has already ended.
   *
   * @param toOutcome returns the outcome of an installation that does not run
   */
  async cancel(id: number, toOutcome: (install: Install) => InstallOutcome): Promise<boolean> {
    const isCancelled = await this.#engine.transaction(
      async (database) => {
        await this.assignments.lock(database, id);
        const install = await readInstall(database, id);
        if (install === undefined || hasEnded(install)) return false;
        if (install.state === 'running') await this.assignments.requestCancel(database, id);
        else await this.#end(database, id, toOutcome(install));
        return true;
      },
      { durable: true },
    );
    this.#announced();
    return isCancelled;
  }

  /** Returns at most `limit` events with a number greater than `after`. */
  async events(id: number, after: number, limit: number): Promise<StoredEvent[]> {
    const unsaved = this.#unsaved.get(id);
    const rows = await this.#engine.read((database) =>
      database
        .selectFrom('events')
        .select(['number', 'type', 'data'])
        .where('install', '=', id)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),
    );
    const events = rows.map(toStoredEvent);
    if (unsaved === undefined || events.length === limit || events.at(-1)?.type === 'end') return events;
    const end = await this.#readEnd(id, unsaved);
    return end.number > after ? [...events, end] : events;
  }

  /** Returns the number of the newest event; 0 if there is none. */
  async lastNumber(id: number): Promise<number> {
    const unsaved = this.#unsaved.get(id);
    if (unsaved !== undefined) return (await this.#readEnd(id, unsaved)).number;
    return (await this.#engine.read((database) => readLastEvent(database, id)))?.number ?? 0;
  }

  /**
   * Repeats a failed write, and returns the reason why the database cannot be written now; undefined if there is none.
   */
  async checkHealth(): Promise<StoreError | undefined> {
    if (!this.#unsaved.isEmpty) await this.#unsaved.flush();
    const noRoom = this.#engine.checkRoom();
    if (noRoom !== undefined) return noRoom;
    // The last failure may have been long ago, so try to write again.
    if (this.#engine.lastError !== undefined) await attempt(() => this.#engine.transaction(probe));
    return this.#engine.lastError;
  }

  async close(): Promise<void> {
    await this.#unsaved.close();
    await this.#unaccepted.close();
    await this.#engine.close();
  }

  /** Returns the `end` event of an outcome that could not be stored a moment ago. */
  async #readEnd(id: number, outcome: InstallOutcome): Promise<StoredEvent> {
    const last = await this.#engine.read((database) => readLastEvent(database, id));
    // The outcome may have been stored in the meantime.
    return last?.type === 'end' ? last : toEndEvent((last?.number ?? 0) + 1, outcome);
  }

  /** Makes room after all earlier calls: with PostgreSQL, simultaneous calls would count dropped events twice. */
  #makeRoom(): Promise<void> {
    const made = this.#lastRoom.then(() => makeRoom(this.#engine, this.#limits));
    this.#lastRoom = made.catch(() => undefined);
    return made;
  }

  #withUnsaved(install: Install): Install {
    const outcome = this.#unsaved.get(install.id);
    if (outcome === undefined) return install;
    const { needs: _needs, ...rest } = install;
    return { ...rest, ...outcome };
  }

  async #saveOutcome(id: number, outcome: InstallOutcome): Promise<void> {
    try {
      await this.#engine.transaction(async (database) => {
        await this.#assertClaim(database, id);
        await this.#end(database, id, outcome);
      });
    } catch (error) {
      // The worker that has taken over the installation stores its outcome.
      if (!(error instanceof ClaimLost)) throw error;
    }
    this.#announced();
  }

  /** Stores an outcome with its `end` event, unless the installation has already ended. */
  async #end(database: Database, id: number, outcome: InstallOutcome): Promise<void> {
    const { kind } = this.#engine;
    const { state, ended, resumable, failure, dropped = { events: 0, bytes: 0 } } = outcome;
    const { numUpdatedRows } = await database
      .updateTable('installs')
      .set({
        state,
        ended,
        resumable: Number(resumable),
        failure: failure === undefined ? null : JSON.stringify(failure),
        dropped_events: dropped.events,
        dropped_bytes: dropped.bytes,
      })
      .where('id', '=', id)
      .where('ended', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (this.#engine.isShared) await this.assignments.end(database, id);
    const last = await readLastEvent(database, id);
    await insertEvents(kind, database, id, [toEndEvent((last?.number ?? 0) + 1, outcome)]);
    await sql`update installs set bytes = (select coalesce(sum(octet_length(data)), 0) from events
      where install = ${id}) where id = ${id}`.execute(database);
    await this.#announce(database, id, ended);
  }

  /** @throws {ClaimLost} when this process is a worker that no longer runs the installation */
  async #assertClaim(database: Database, id: number): Promise<void> {
    if (this.#claims === undefined) return;
    const claim = this.#claims.get(id);
    const isOwn = claim !== undefined && (await this.assignments.isClaimed(database, id, claim));
    if (!isOwn) throw new ClaimLost(id);
  }

  /** Adds webhooks for the state of an installation, and returns the installation; call it after the change. */
  async #announce(database: Database, id: number, time: string): Promise<Install> {
    const install = await readInstall(database, id);
    await this.outbox.announce(database, install!, time);
    await this.batches.follow(database, install!);
    await this.#engine.announce(database, id);
    return install!;
  }

  /** Once an installation can no longer be resumed, its hashes must not remain in the database. */
  async #tidyUp(): Promise<void> {
    await attempt(async () => {
      await this.#engine.transaction(forgetJobs);
      await this.#engine.eraseDeletedRows();
      await this.#makeRoom();
    });
  }
}

async function readInstall(database: Database, id: number): Promise<Install | undefined> {
  const [row] = await selectInstalls(database, sql`id = ${id}`);
  return row && toInstall(row);
}

async function readLastEvent(database: Database, install: number): Promise<StoredEvent | undefined> {
  const row = await database
    .selectFrom('events')
    .select(['number', 'type', 'data'])
    .where('install', '=', install)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toStoredEvent(row);
}

async function setJob(database: Database, install: number, job: Job): Promise<void> {
  const data = JSON.stringify(job);
  await database
    .insertInto('jobs')
    .values({ install, data })
    .onConflict((conflict) => conflict.column('install').doUpdateSet({ data }))
    .execute();
}

async function setDocument(database: Database, install: number, name: string, text: string): Promise<void> {
  await database
    .insertInto('documents')
    .values({ install, name, text })
    .onConflict((conflict) => conflict.columns(['install', 'name']).doUpdateSet({ text }))
    .execute();
}

/** Writes a row without changing it. */
async function probe(database: Database): Promise<void> {
  await sql`update installs set state = state where id = (select max(id) from installs)`.execute(database);
}
