import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  hasFailed,
  type Batch,
  type BatchRow,
  type BatchSettings,
  type BatchState,
  type RowFailure,
  type RowStart,
  type RowState,
} from '../records/batch.ts';
import type { Install } from '../records/install.ts';
import type { Job } from '../records/job.ts';
import {
  countRows,
  deleteSurplus,
  ENDED_STATES,
  forgetJobs,
  insertRows,
  lockBatch,
  readBatch,
  selectRows,
  toBatch,
  toRow,
  toRowFailure,
  type BatchColumns,
  type NewBatchRow,
} from './batch-rows.ts';
import { attempt, type Database, type Engine } from './engine.ts';
import { isOnHost } from './queries.ts';
import { BatchChanged } from './store-error.ts';

/** A batch to be added. */
export interface NewBatch extends BatchSettings {
  readonly digest: string;
  readonly created: string;
  /** The host of the server that accepts the batch; absent if the service itself runs it. */
  readonly host?: string | undefined;
}

/** A batch with its rows, from which its next step is decided. */
export interface AdvancingBatch {
  readonly batch: Batch;
  /** The number of failed rows that no longer count. */
  readonly forgiven: number;
  readonly rows: readonly BatchRow[];
}

/** The number under which changes of batches are announced; no installation has it. */
export const BATCHES = 0;

/** Batches and their rows. The state of a row is that of its installation, and changes in the same transaction. */
export class Batches {
  readonly #engine: Engine;
  readonly #changed: () => void;

  /** @param changed called after each change */
  constructor(engine: Engine, changed: () => void) {
    this.#engine = engine;
    this.#changed = changed;
  }

  /**
   * Adds a batch, which then survives a power failure.
   *
   * @param rowsFor returns the rows of the batch with this number
   * @throws {BatchTargetTaken} when another batch that has not ended has one of the targets
   * @throws {StoreError} when the database cannot be written
   */
  async add(
    { digest, created, host = undefined, ...settings }: NewBatch,
    rowsFor: (id: number) => readonly NewBatchRow[],
  ): Promise<Batch> {
    const token = randomUUID();
    const { concurrency, canaries, stopAfter } = settings;
    const added = await this.#engine.transaction(
      async (database) => {
        const row = await database
          .insertInto('batches')
          .values({
            state: 'running',
            digest,
            created,
            host: host ?? null,
            settings: JSON.stringify({ concurrency, canaries, stopAfter }),
            revision: 1,
            token,
          })
          .onConflict((conflict) => conflict.column('token').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (row !== undefined) {
          await insertRows(database, row.id, rowsFor(row.id));
          await deleteSurplus(database);
        }
        const known = await database
          .selectFrom('batches')
          .select('id')
          .where('token', '=', token)
          .executeTakeFirstOrThrow();
        await this.#engine.announce(database, BATCHES);
        return (await readBatch(database, known.id))!;
      },
      { durable: true, alone: true },
    );
    this.#changed();
    return added;
  }

  get(id: number): Promise<Batch | undefined> {
    return this.#engine.read((database) => readBatch(database, id));
  }

  /** Returns the newest batches. */
  async list(limit: number): Promise<Batch[]> {
    return this.#engine.read(async (database) => {
      const rows = await database
        .selectFrom('batches')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return Promise.all(rows.map(async (row) => toBatch(row, await countRows(database, row.id))));
    });
  }

  /** Returns the rows that have changed since a revision, in the order of the table. @param after default: all rows */
  async rows(id: number, after = 0): Promise<BatchRow[]> {
    const rows = await this.#engine.read((database) => selectRows(database, id, after));
    return rows.map(toRow);
  }

  /** Returns the job of a row; undefined if it is no longer needed. */
  async job(id: number, number: number): Promise<Job | undefined> {
    const row = await this.#engine.read((database) =>
      database
        .selectFrom('batch_rows')
        .select('job')
        .where('batch', '=', id)
        .where('number', '=', number)
        .executeTakeFirst(),
    );
    return row?.job === undefined || row.job === null ? undefined : (JSON.parse(row.job) as Job);
  }

  /** Returns the batches of a host that must be advanced. @param host default: those of the service itself */
  listAdvancing(host: string | undefined): Promise<{ readonly id: number }[]> {
    return this.#engine.read((database) =>
      database
        .selectFrom('batches')
        .select('id')
        .where(isOnHost(host))
        .where(
          sql<boolean>`(state in ('running', 'paused', 'stopped') or (state = 'cancelled' and exists (select 1
            from batch_rows r where r.batch = batches.id
            and r.state in ('queued', 'needs-secret', 'running', 'host-lost'))))`,
        )
        .orderBy('id')
        .execute(),
    );
  }

  /** Returns a batch with its rows; undefined if it has been deleted. */
  read(id: number): Promise<AdvancingBatch | undefined> {
    return this.#engine.read(async (database) => {
      const row = await database.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const rows = (await selectRows(database, id, 0)).map(toRow);
      return { batch: toBatch(row, await countRows(database, id)), forgiven: row.forgiven, rows };
    });
  }

  /**
   * Assigns a new installation to a row, in the transaction that adds the installation.
   *
   * @throws {BatchChanged} when the batch has changed since the decision to start the row
   */
  async start(
    database: Database,
    { batch, number, revision }: RowStart,
    { id, state }: { readonly id: number; readonly state: RowState },
  ): Promise<void> {
    const { numUpdatedRows } = await database
      .updateTable('batches')
      .set({ revision: revision + 1 })
      .where('id', '=', batch)
      .where('revision', '=', revision)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new BatchChanged();
    await database
      .updateTable('batch_rows')
      .set({
        install: id,
        state,
        failure: null,
        attempts: sql<number>`attempts + 1`,
        revision: revision + 1,
      })
      .where('batch', '=', batch)
      .where('number', '=', number)
      .execute();
    await this.#engine.announce(database, BATCHES);
  }

  /** Copies the state of an installation to its row, in the transaction that changes the installation. */
  async follow(database: Database, { id, state, failure }: Install): Promise<void> {
    const row = await database
      .selectFrom('batch_rows')
      .select(['batch', 'number', 'state'])
      .where('install', '=', id)
      .executeTakeFirst();
    if (row === undefined || row.state === state) return;
    await this.#setRow(database, row, {
      state,
      failure: failure === undefined ? null : JSON.stringify(toRowFailure(failure)),
      // Its secrets are no longer needed.
      ...(state === 'done' && { job: null }),
    });
  }

  /**
   * Records that a row cannot be installed, without an installation.
   *
   * @throws {BatchChanged} when the batch has changed since the decision to start the row
   */
  async refuse({ batch, number, revision }: RowStart, failure: RowFailure): Promise<void> {
    await this.#change(async (database) => {
      const current = await lockBatch(database, batch);
      if (current?.revision !== revision) throw new BatchChanged();
      await this.#setRow(database, { batch, number }, { state: 'refused', failure: JSON.stringify(failure) });
    });
  }

  /**
   * Changes the state of a batch, unless it has changed since it was read.
   *
   * @param ended ISO 8601, UTC; absent if the batch has not ended
   */
  async settle({ id, revision }: Batch, state: BatchState, ended?: string): Promise<void> {
    await this.#change(async (database) => {
      const { numUpdatedRows } = await database
        .updateTable('batches')
        .set({ state, ended: ended ?? null, revision: revision + 1 })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .executeTakeFirst();
      if (numUpdatedRows > 0n && state === 'done') await forgetJobs(database, id);
    });
    if (state === 'done') await this.#erase();
  }

  /** Starts no more rows; returns false if the batch has ended or is stopped. */
  pause(id: number): Promise<boolean> {
    return this.#update(id, ['running', 'paused'], () => Promise.resolve({ state: 'paused' }));
  }

  /** Starts rows again, also after failures; returns false if the batch has ended. */
  resume(id: number): Promise<boolean> {
    return this.#update(id, ['running', 'paused', 'stopped'], async (database, { state, settings }) => {
      if (state !== 'stopped') return { state: 'running' };
      const rows = (await selectRows(database, id, 0)).map(toRow);
      return {
        state: 'running',
        forgiven: rows.filter(hasFailed).length,
        settings: JSON.stringify({ ...(JSON.parse(settings) as BatchSettings), canaries: 0 }),
      };
    });
  }

  /** Lets the failed rows wait again; returns false if the batch was cancelled or no row has failed. */
  retry(id: number): Promise<boolean> {
    return this.#update(id, ['running', 'paused', 'stopped', 'failed'], async (database, { revision }) => {
      const failed = (await selectRows(database, id, 0)).map(toRow).filter(hasFailed);
      if (failed.length === 0) return undefined;
      await database
        .updateTable('batch_rows')
        .set({ state: 'waiting', attempts: 0, failure: null, revision: revision + 1 })
        .where('batch', '=', id)
        .where(
          'number',
          'in',
          failed.map(({ number }) => number),
        )
        .execute();
      return { state: 'running', ended: null, forgiven: 0 };
    });
  }

  /**
   * Cancels a batch and its rows without an installation; returns false if the batch has ended. The installations that
   * have not ended are to be cancelled afterwards.
   *
   * @param time ISO 8601, UTC
   */
  async cancel(id: number, time: string): Promise<boolean> {
    const states = ['running', 'paused', 'stopped', 'cancelled'] as const;
    const cancelled = await this.#update(id, states, async (database, { revision, ended }) => {
      await database
        .updateTable('batch_rows')
        .set({ state: 'cancelled', revision: revision + 1 })
        .where('batch', '=', id)
        .where('state', 'in', ['waiting', 'interrupted'])
        .execute();
      await forgetJobs(database, id);
      return { state: 'cancelled', ended: ended ?? time };
    });
    if (cancelled) await this.#erase();
    return cancelled;
  }

  /** Deletes a batch that has ended, but not its installations; returns false if it has not ended. */
  async delete(id: number): Promise<boolean> {
    const deleted = await this.#change(async (database) => {
      const { numDeletedRows } = await database
        .deleteFrom('batches')
        .where('id', '=', id)
        .where('state', 'in', ENDED_STATES)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
    if (deleted) await this.#erase();
    return deleted;
  }

  /** Removes deleted secrets from all files of the database; the next removal repeats a failed one. */
  async #erase(): Promise<void> {
    await attempt(() => this.#engine.eraseDeletedRows());
  }

  async #update(
    id: number,
    states: readonly BatchState[],
    change: (
      database: Database,
      batch: BatchColumns,
    ) => Promise<
      { state: BatchState; ended?: string | null; forgiven?: number; settings?: string } | undefined
    >,
  ): Promise<boolean> {
    return this.#change(async (database) => {
      const batch = await lockBatch(database, id);
      if (batch === undefined || !states.some((state) => state === batch.state)) return false;
      const values = await change(database, batch);
      if (values === undefined) return false;
      await database
        .updateTable('batches')
        .set({ ...values, revision: batch.revision + 1 })
        .where('id', '=', id)
        .execute();
      return true;
    });
  }

  async #change<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const result = await this.#engine.transaction(
      async (database) => {
        const changed = await work(database);
        await this.#engine.announce(database, BATCHES);
        return changed;
      },
      { durable: true },
    );
    this.#changed();
    return result;
  }

  async #setRow(
    database: Database,
    { batch, number }: Pick<RowStart, 'batch' | 'number'>,
    values: { readonly state: RowState; readonly failure: string | null; readonly job?: null },
  ): Promise<void> {
    // The update locks the batch until the end of the transaction, so that revisions increase in the order of commits.
    const { revision } = await database
      .updateTable('batches')
      .set({ revision: sql<number>`revision + 1` })
      .where('id', '=', batch)
      .returning('revision')
      .executeTakeFirstOrThrow();
    await database
      .updateTable('batch_rows')
      .set({ ...values, revision })
      .where('batch', '=', batch)
      .where('number', '=', number)
      .execute();
    await this.#engine.announce(database, BATCHES);
  }
}
