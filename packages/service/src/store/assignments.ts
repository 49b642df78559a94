import { sql } from 'kysely';
import { hasEnded, type Install } from '../records/install.ts';
import type { Job } from '../records/job.ts';
import type { Database, Engine } from './engine.ts';
import { isOnHost, selectInstalls } from './queries.ts';
import { toInstall } from './rows.ts';

/** A process that runs the installations of its host. */
export interface WorkerRecord {
  readonly id: string;
  /** The host whose targets the worker can write. */
  readonly host: string;
  /** The name of the machine, for display. */
  readonly name: string;
  /** Maximum number of installations that the worker runs at the same time. */
  readonly slots: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Identifies the process on its host; see `identifyProcess`. */
  readonly process: string;
}

/** A worker as the API returns it. */
export interface WorkerState extends Omit<WorkerRecord, 'process'> {
  /** Seconds since its last heartbeat. */
  readonly age: number;
  /** The numbers of the installations that it runs. */
  readonly installs: readonly number[];
}

/** The claim on an unfinished installation, and the worker that made it; absent if no worker runs the installation. */
export interface Holder {
  readonly claim: string | null;
  readonly worker?: Pick<WorkerRecord, 'id' | 'process'>;
  /** Seconds since the last heartbeat of the worker. */
  readonly age?: number;
}

/** The right to run an installation. */
export interface Claim {
  readonly worker: string;
  /** Proves the claim in later writes. */
  readonly token: string;
  /** The claim that this one replaces; null if no worker runs the installation. */
  readonly from: string | null;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** An installation that a worker has claimed. */
export interface ClaimedInstall {
  readonly install: Install;
  readonly job: Job;
  /** Whether an earlier worker had started it. */
  readonly hadStarted: boolean;
  readonly isCancelled: boolean;
  /** The number of the last stored event; 0 if there is none. */
  readonly lastNumber: number;
}

/** The installations that a worker must end. */
export interface RunStates {
  /** Installations that another worker has taken over, or that have ended. */
  readonly lost: readonly number[];
  readonly cancelled: readonly number[];
}

/** Workers, and the installations that they run. All methods require a shared database. */
export class Assignments {
  readonly #engine: Engine;
  readonly #announce: (database: Database, id: number, time: string) => Promise<unknown>;

  /** @param announce adds webhooks for the state of an installation, and notifies all processes */
  constructor(engine: Engine, announce: (database: Database, id: number, time: string) => Promise<unknown>) {
    this.#engine = engine;
    this.#announce = announce;
  }

  /**
   * Adds the assignment of a new installation in its transaction; returns false if another installation that has not
   * ended has the same target. Simultaneous calls for one target wait for each other.
   */
  async add(
    database: Database,
    id: number,
    { host, path }: { readonly host: string; readonly path: string },
  ): Promise<boolean> {
    const target = JSON.stringify([host, path]);
    await sql`select pg_advisory_xact_lock(hashtextextended(${target}, 1))`.execute(database);
    const other = await database
      .selectFrom('installs')
      .select('id')
      .where('path', '=', path)
      .where('host', '=', host)
      .where('ended', 'is', null)
      .where('id', '<>', id)
      .executeTakeFirst();
    if (other !== undefined) return false;
    await database.insertInto('assignments').values({ install: id, worker: null, claim: null }).execute();
    return true;
  }

  /** Returns the number of installations that wait for workers. */
  countWaiting(): Promise<number> {
    return this.#engine.read(async (database) => {
      const { total } = await database
        .selectFrom('installs')
        .select(({ fn }) => fn.countAll().as('total'))
        .where('state', 'in', ['queued', 'needs-secret'])
        .executeTakeFirstOrThrow();
      return Number(total);
    });
  }

  /** Returns the claim on an installation; undefined if it has ended, waits for secrets, or does not exist. */
  holder(id: number): Promise<Holder | undefined> {
    return this.#engine.read(async (database) => {
      const { rows } = await sql<{
        claim: string | null;
        worker: string | null;
        process: string | null;
        age: number | null;
      }>`select a.claim, w.id as worker, w.process, extract(epoch from now() - w.seen)::float8 as age
        from installs i join assignments a on a.install = i.id left join workers w on w.id = a.worker
        where i.id = ${id} and i.ended is null and i.state <> 'needs-secret'`.execute(database);
      const [row] = rows;
      if (row === undefined) return undefined;
      const { claim, worker, process, age } = row;
      if (worker === null || process === null || age === null) return { claim };
      return { claim, worker: { id: worker, process }, age };
    });
  }

  /**
   * Claims an installation for a worker, which invalidates earlier claims. Returns undefined if it cannot be claimed:
   * it has ended, or another worker has claimed it since `holder` was called.
   */
  claim(id: number, { worker, token, from, time }: Claim): Promise<ClaimedInstall | undefined> {
    return this.#engine.transaction(
      async (database) => {
        const assignment = await this.lock(database, id);
        const [row] = await selectInstalls(database, sql`id = ${id}`);
        if (assignment === undefined || row === undefined) return undefined;
        const install = toInstall(row);
        // The claim of this call may be stored already, if the connection was lost during the commit.
        const isCurrent = assignment.claim === from || assignment.claim === token;
        if (hasEnded(install) || install.state === 'needs-secret' || !isCurrent) return undefined;
        await database
          .updateTable('assignments')
          .set({ worker, claim: token })
          .where('install', '=', id)
          .execute();
        await database
          .updateTable('installs')
          .set({ state: 'running', started: install.started ?? time })
          .where('id', '=', id)
          .execute();
        if (install.state !== 'running') await this.#announce(database, id, time);
        const job = await database
          .selectFrom('jobs')
          .select('data')
          .where('install', '=', id)
          .executeTakeFirstOrThrow();
        const { last } = await database
          .selectFrom('events')
          .select(({ fn }) => fn.max('number').as('last'))
          .where('install', '=', id)
          .executeTakeFirstOrThrow();
        return {
          install,
          job: JSON.parse(job.data) as Job,
          hadStarted: install.started !== undefined,
          isCancelled: assignment.cancelled,
          lastNumber: Number(last ?? 0),
        };
      },
      { durable: true },
    );
  }

  /** Gives up a claim, so that another worker can continue the installation at once. */
  async release(id: number, token: string): Promise<void> {
    await this.#engine.transaction((database) =>
      database
        .updateTable('assignments')
        .set({ worker: null, claim: null })
        .where('install', '=', id)
        .where('claim', '=', token)
        .execute(),
    );
  }

  /** Whether a claim is valid; it remains so until the end of the transaction. */
  async isClaimed(database: Database, id: number, token: string): Promise<boolean> {
    const row = await database
      .selectFrom('assignments')
      .select('install')
      .where('install', '=', id)
      .where('claim', '=', token)
      .forShare()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Whether an installation waits for secrets; it remains so until the end of the transaction. */
  async isAwaitingSecrets(database: Database, id: number): Promise<boolean> {
    await this.lock(database, id);
    const row = await database
      .selectFrom('installs')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'needs-secret')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Locks an assignment until the end of the transaction, and returns it. */
  lock(
    database: Database,
    id: number,
  ): Promise<{ readonly claim: string | null; readonly cancelled: boolean } | undefined> {
    return database
      .selectFrom('assignments')
      .select(['claim', 'cancelled'])
      .where('install', '=', id)
      .forUpdate()
      .executeTakeFirst();
  }

  /** Asks the worker that runs an installation to interrupt it. */
  async requestCancel(database: Database, id: number): Promise<void> {
    await database.updateTable('assignments').set({ cancelled: true }).where('install', '=', id).execute();
    await this.#engine.announce(database, id);
  }

  /** Ends the assignment of an installation that has ended; its claim is no longer valid. */
  async end(database: Database, id: number): Promise<void> {
    await database
      .updateTable('assignments')
      .set({ worker: null, claim: null })
      .where('install', '=', id)
      .execute();
  }

  /**
   * Records a worker's heartbeat. If the host was lost, the worker's installations become `running` again.
   *
   * @param claims the claims of the installations that it runs
   * @param time ISO 8601, UTC
   */
  reportAlive(worker: WorkerRecord, claims: ReadonlyMap<number, string>, time: string): Promise<RunStates> {
    return this.#engine.transaction(async (database) => {
      const { labels, ...row } = worker;
      const values = { ...row, labels: JSON.stringify(labels) };
      await database
        .insertInto('workers')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen: sql`now()` }))
        .execute();
      const found = await database
        .updateTable('installs')
        .set({ state: 'running' })
        .where('state', '=', 'host-lost')
        .where(
          'id',
          'in',
          database.selectFrom('assignments').select('install').where('worker', '=', worker.id),
        )
        .returning('id')
        .execute();
      for (const { id } of found) await this.#announce(database, id, time);
      if (claims.size === 0) return { lost: [], cancelled: [] };
      const rows = await database
        .selectFrom('assignments')
        .select(['install', 'claim', 'cancelled'])
        .where('install', 'in', [...claims.keys()])
        .execute();
      const current = new Map(rows.map((each) => [each.install, each]));
      const isLost = (id: number): boolean => current.get(id)?.claim !== claims.get(id);
      return {
        lost: [...claims.keys()].filter(isLost),
        cancelled: rows.filter(({ cancelled }) => cancelled).map(({ install }) => install),
      };
    });
  }

  /** Removes a worker that has stopped, and all workers without a heartbeat for a day. */
  async removeWorker(id: string): Promise<void> {
    await this.#engine.transaction((database) =>
      database
        .deleteFrom('workers')
        .where(({ or, eb }) => or([eb('id', '=', id), eb('seen', '<', sql<Date>`now() - interval '1 day'`)]))
        .execute(),
    );
  }

  /** Returns the workers, sorted by host. */
  async listWorkers(): Promise<WorkerState[]> {
    const { rows } = await this.#engine.read((database) =>
      sql<Omit<WorkerState, 'labels'> & { labels: string }>`select id, host, name, slots, labels,
        extract(epoch from now() - seen)::float8 as age,
        coalesce((select json_agg(install order by install) from assignments where worker = workers.id), '[]')
          as installs
        from workers order by host, id`.execute(database),
    );
    return rows.map((row) => ({ ...row, labels: JSON.parse(row.labels) as WorkerState['labels'] }));
  }

  /**
   * Sets the running installations of hosts without heartbeats to `host-lost`.
   *
   * @param limit milliseconds without a heartbeat from any worker on a host
   * @param time ISO 8601, UTC
   */
  async markLostHosts(limit: number, time: string): Promise<void> {
    const isLost = sql<boolean>`state = 'running' and host is not null and not exists (select 1 from workers w
      where w.host = installs.host and w.seen > now() - ${limit}::float8 * interval '1 ms')`;
    const isAny = await this.#engine.read((database) =>
      database.selectFrom('installs').select('id').where(isLost).executeTakeFirst(),
    );
    if (isAny === undefined) return;
    await this.#engine.transaction(async (database) => {
      const lost = await database
        .updateTable('installs')
        .set({ state: 'host-lost' })
        .where(isLost)
        .returning('id')
        .execute();
      for (const { id } of lost) await this.#announce(database, id, time);
    });
  }

  /** Runs a change in a transaction. */
  async change(work: (database: Database) => Promise<void>): Promise<void> {
    await this.#engine.transaction(work);
  }

  /** Returns the installations of a host that are running or waiting to run. */
  async unfinished(host: string): Promise<Install[]> {
    const rows = await this.#engine.read((database) =>
      selectInstalls(
        database,
        sql`ended is null and state <> 'needs-secret' and ${isOnHost(host)} order by id`,
      ),
    );
    return rows.map(toInstall);
  }
}
