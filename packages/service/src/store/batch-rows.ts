import { sql, type Selectable } from 'kysely';
import type { Batch, BatchRow, BatchSettings, BatchState, RowFailure, RowState } from '../records/batch.ts';
import type { Job } from '../records/job.ts';
import type { Database } from './engine.ts';
import { BatchTargetTaken } from './store-error.ts';
import type { Tables } from './tables.ts';

/** A row of a batch to be added. */
export interface NewBatchRow extends Pick<BatchRow, 'number' | 'target' | 'path' | 'digest' | 'labels'> {
  /** The host whose workers run the installation. */
  readonly host?: string | undefined;
  readonly job: Job;
}

/** Maximum number of batches that have ended; older ones are deleted. */
const ENDED_LIMIT = 100;
/** The number of rows that one statement adds. */
const ROWS_PER_STATEMENT = 100;
/** The states in which a batch has ended. */
export const ENDED_STATES: readonly BatchState[] = ['done', 'failed', 'cancelled'];

/** The columns of a batch. */
export type BatchColumns = Selectable<Tables['batches']>;

/** Locks a batch until the end of the transaction, and returns it. */
export async function lockBatch(database: Database, id: number): Promise<BatchColumns | undefined> {
  return database
    .updateTable('batches')
    .set({ revision: sql<number>`revision` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function insertRows(
  database: Database,
  batch: number,
  rows: readonly NewBatchRow[],
): Promise<void> {
  for (const { path, host, target } of rows) {
    const other = await database
      .selectFrom('batch_rows')
      .innerJoin('batches', 'batches.id', 'batch_rows.batch')
      .select('batches.id')
      .where('batch_rows.path', '=', path)
      .where(
        host === undefined ? sql<boolean>`batch_rows.host is null` : sql<boolean>`batch_rows.host = ${host}`,
      )
      .where('batches.state', 'not in', ENDED_STATES)
      .executeTakeFirst();
    if (other !== undefined) throw new BatchTargetTaken(other.id, target);
  }
  const values = rows.map(({ number, target, path, host, digest, labels, job }) => ({
    batch,
    number,
    state: 'waiting',
    target,
    path,
    host: host ?? null,
    digest,
    labels: JSON.stringify(labels),
    job: JSON.stringify(job),
    revision: 1,
  }));
  for (let at = 0; at < values.length; at += ROWS_PER_STATEMENT)
    await database
      .insertInto('batch_rows')
      .values(values.slice(at, at + ROWS_PER_STATEMENT))
      .execute();
}

export async function deleteSurplus(database: Database): Promise<void> {
  const newest = database
    .selectFrom('batches')
    .select('id')
    .where('state', 'in', ENDED_STATES)
    .orderBy('id', 'desc')
    .limit(ENDED_LIMIT);
  await database
    .deleteFrom('batches')
    .where('state', 'in', ENDED_STATES)
    .where('id', 'not in', newest)
    .execute();
}

export async function forgetJobs(database: Database, batch: number): Promise<void> {
  await database.updateTable('batch_rows').set({ job: null }).where('batch', '=', batch).execute();
}

export async function readBatch(database: Database, id: number): Promise<Batch | undefined> {
  const row = await database.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toBatch(row, await countRows(database, id));
}

export async function countRows(database: Database, batch: number): Promise<Batch['rows']> {
  const counts = await database
    .selectFrom('batch_rows')
    .select(({ fn }) => ['state', fn.countAll().as('total')])
    .where('batch', '=', batch)
    .groupBy('state')
    .execute();
  return Object.fromEntries(counts.map(({ state, total }) => [state, Number(total)]));
}

/** The columns of a row without its job. */
export type RowColumns = Omit<Selectable<Tables['batch_rows']>, 'batch' | 'job'>;

export function selectRows(database: Database, batch: number, after: number): Promise<RowColumns[]> {
  return database
    .selectFrom('batch_rows')
    .select([
      'number',
      'state',
      'target',
      'path',
      'host',
      'digest',
      'labels',
      'install',
      'attempts',
      'failure',
      'revision',
    ])
    .where('batch', '=', batch)
    .where('revision', '>', after)
    .orderBy('number')
    .execute();
}

export function toBatch(
  { id, state, digest, created, ended, host, settings, revision }: BatchColumns,
  rows: Batch['rows'],
): Batch {
  return {
    id,
    state: state as BatchState,
    digest,
    created,
    ...(ended === null ? {} : { ended }),
    ...(host === null ? {} : { host }),
    ...(JSON.parse(settings) as BatchSettings),
    rows,
    revision,
  };
}

export function toRow({ host, labels, install, failure, ...row }: RowColumns): BatchRow {
  return {
    ...row,
    state: row.state as RowState,
    labels: JSON.parse(labels) as BatchRow['labels'],
    ...(host === null ? {} : { host }),
    ...(install === null ? {} : { install }),
    ...(failure === null ? {} : { failure: JSON.parse(failure) as RowFailure }),
  };
}

export function toRowFailure({ message, next }: RowFailure): RowFailure {
  return { message, next };
}
