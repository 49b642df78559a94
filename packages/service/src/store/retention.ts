import type { DatabaseSync } from 'node:sqlite';

export interface RetentionLimits {
  /** Maximum number of ended installations; older installations are deleted. */
  readonly installs: number;
  /** Maximum size of all records in bytes, including space for one more run. */
  readonly bytes: number;
  /** Bytes that one run can add. */
  readonly run: number;
}

const MIB = 1024 ** 2;

export const retentionLimits: RetentionLimits = { installs: 200, bytes: 1024 * MIB, run: 64 * MIB };

/** Maximum number of free pages in the database; if there are more, their space is returned to the file system. */
const MAX_FREE_PAGES = 1_000;

/**
 * Returns a function that makes room for one more run. It deletes installations that exceed the maximum number, then
 * the events of the oldest installations except their `end` events, and then the oldest installations, but never
 * unfinished installations. Deleted events are counted in their installation.
 */
export function prepareRetention(
  database: DatabaseSync,
  { installs, bytes, run }: RetentionLimits = retentionLimits,
): () => void {
  const total = database.prepare(
    `select (select coalesce(sum(bytes + octet_length(configuration)), 0) from installs) +
      (select coalesce(sum(octet_length(data)), 0) from jobs) +
      (select coalesce(sum(octet_length(text)), 0) from documents) as bytes`,
  );
  const surplus = database.prepare(
    `delete from installs where ended is not null and id not in
      (select id from installs where ended is not null order by id desc limit ?)`,
  );
  const withEvents = database.prepare(
    `select id from installs where ended is not null and exists
      (select 1 from events where install = installs.id and type <> 'end') order by id limit 1`,
  );
  const oldest = database.prepare('select id from installs where ended is not null order by id limit 1');
  const countDropped = database.prepare(
    `update installs set (dropped_events, dropped_bytes) =
      (select installs.dropped_events + count(*), installs.dropped_bytes + sum(octet_length(data))
        from events where install = installs.id and type <> 'end') where id = ?`,
  );
  const dropEvents = database.prepare(`delete from events where install = ? and type <> 'end'`);
  const updateSize = database.prepare(
    `update installs set bytes =
      (select coalesce(sum(octet_length(data)), 0) from events where install = installs.id) where id = ?`,
  );
  const deleteInstall = database.prepare('delete from installs where id = ?');

  const exceedsLimit = (): boolean => Number(total.get()?.['bytes']) > bytes - run;
  const deleteOldestEvents = (): boolean => {
    const id = exceedsLimit() ? withEvents.get()?.['id'] : undefined;
    if (id === undefined) return false;
    for (const statement of [countDropped, dropEvents, updateSize]) statement.run(id);
    return true;
  };
  const deleteOldestInstall = (): boolean => {
    const id = exceedsLimit() ? oldest.get()?.['id'] : undefined;
    if (id === undefined) return false;
    deleteInstall.run(id);
    return true;
  };

  return () => {
    surplus.run(installs);
    // Each installation has its own transaction, because a full disk may not have space for all of them. Events contain
    // no hashes, so they need not be overwritten, in contrast to jobs, which are deleted with their installation.
    database.exec('pragma secure_delete = off');
    try {
      while (inTransaction(database, deleteOldestEvents)) continue;
    } finally {
      database.exec('pragma secure_delete = on');
    }
    while (inTransaction(database, deleteOldestInstall)) continue;
    const free = Number(database.prepare('pragma freelist_count').get()?.['freelist_count']);
    if (free > MAX_FREE_PAGES) database.exec('pragma incremental_vacuum');
  };
}

function inTransaction(database: DatabaseSync, work: () => boolean): boolean {
  database.exec('begin');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
