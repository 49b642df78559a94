import { CompiledQuery } from 'kysely';
import { PgBoss, type SendOptions } from 'pg-boss';
import type { Database } from '../store/engine.ts';
import { StoreUnusable } from '../store/store-error.ts';
import { describeError } from '../store/postgres/errors.ts';
import { connectionSettings } from '../store/postgres/postgres-engine.ts';
import { JOBS_SCHEMA } from '../store/postgres/upgrade-tables.ts';

export interface JobQueueOptions {
  /** Where the records are stored, for messages. */
  readonly records: string;
  /** Whether this process returns the jobs of workers that have ended to their queues; default: false. */
  readonly supervise?: boolean;
  /** Called once for each distinct error that occurs outside a call. */
  readonly reportError: (message: string, error: unknown) => void;
}

/** Seconds without a heartbeat after which a job is delivered again; the minimum that pg-boss accepts. */
export const HEARTBEAT = 10;
/** Seconds between searches for jobs without a heartbeat. */
export const SUPERVISION = 2;
/** Seconds after which a job that is still running is delivered again, to the worker that runs it. */
const LONGEST_RUN = 23 * 3600;
/** Maximum number of seconds that a job may wait. */
const LONGEST_WAIT = 10 * 365 * 24 * 3600;
/** Seconds for which the jobs of ended installations are kept. */
const RETENTION = 3600;
const CONNECTION_LIMIT = 4;

interface InstallJob {
  readonly install: number;
}

/**
 * The queues of all hosts in PostgreSQL. A job contains only the number of an installation to run; the store contains
 * the installation and the worker that runs it. A job may therefore be delivered several times, and several jobs for
 * one installation do no harm.
 */
export class JobQueue {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /**
   * Connects to the database, and creates the tables if necessary.
   *
   * @throws {StoreUnusable} when the tables cannot be used
   */
  static async open(
    url: string,
    { records, supervise = false, reportError }: JobQueueOptions,
  ): Promise<JobQueue> {
    const boss = new PgBoss({
      ...connectionSettings(url),
      schema: JOBS_SCHEMA,
      // The store creates the schema, because the role of the service may lack the right to do so.
      createSchema: false,
      max: CONNECTION_LIMIT,
      supervise,
      schedule: false,
      superviseIntervalSeconds: SUPERVISION,
      monitorIntervalSeconds: SUPERVISION,
      // The cache contains the targets with a running job; a job that is delivered again waits until the cache is
      // refreshed.
      queueCacheIntervalSeconds: SUPERVISION,
    });
    let last = '';
    boss.on('error', (error) => {
      // The error itself may contain the address of the database.
      const message = describeError(error);
      if (message === last) return;
      last = message;
      reportError(`The job queue cannot be used: ${message}`, new Error(message));
    });
    try {
      await boss.start();
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw new StoreUnusable(`${records} cannot be used: ${describeError(error)}; check WRIT_DATABASE_URL`);
    }
    return new JobQueue(boss);
  }

  /** Creates the queue of a host unless it exists. */
  async createQueue(host: string): Promise<void> {
    await this.#boss.createQueue(nameOf(host), {
      // Runs one job per target at a time. The policy for groups did not ensure this when it was tried.
      policy: 'singleton',
      heartbeatSeconds: HEARTBEAT,
      expireInSeconds: LONGEST_RUN,
      retentionSeconds: LONGEST_WAIT,
      deleteAfterSeconds: RETENTION,
      // However a worker ends, its installations must not end with it.
      retryLimit: 1_000_000,
      retryDelay: 1,
    });
  }

  /** Adds a job for an installation in the transaction that changes the installation. */
  async add(
    database: Database,
    { id, host, path }: { readonly id: number; readonly host: string; readonly path: string },
  ): Promise<void> {
    const data: InstallJob = { install: id };
    await this.#boss.send(nameOf(host), data, { singletonKey: path, db: inTransaction(database) });
  }

  /** Returns which of the installations of a host have no job. */
  async findWithoutJobs(host: string, ids: readonly number[]): Promise<number[]> {
    const jobs = await this.#boss.findJobs<InstallJob>(nameOf(host));
    const pending = jobs.filter(
      ({ state }) => state === 'created' || state === 'retry' || state === 'active',
    );
    const known = new Set(pending.map(({ data }) => data.install));
    return ids.filter((id) => !known.has(id));
  }

  /** Calls `run` with the installations of a host, at most `slots` at a time; a job whose run rejects is delivered again. */
  async work(host: string, slots: number, run: (install: number) => Promise<void>): Promise<void> {
    await this.#boss.work<InstallJob>(
      nameOf(host),
      { localConcurrency: slots, pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: 3 },
      async ([job]) => run(job!.data.install),
    );
  }

  /** Stops taking jobs of a host; running jobs are not affected. */
  async stopWork(host: string): Promise<void> {
    await this.#boss.offWork(nameOf(host), { wait: false });
  }

  /** Waits at most three seconds until the ends of jobs are stored, and closes the connections. */
  async close(): Promise<void> {
    await this.#boss.stop({ timeout: 3_000 });
  }
}

function nameOf(host: string): string {
  return `installs-${host}`;
}

function inTransaction(database: Database): NonNullable<SendOptions['db']> {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const { rows } = await database.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(text, [...values]),
      );
      return { rows };
    },
  };
}
