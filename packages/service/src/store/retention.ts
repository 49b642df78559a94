import { sql } from 'kysely';
import type { Database, Engine } from './engine.ts';

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

/**
 * Makes room for one more run. Deletes installations that exceed the maximum number, then the events of the oldest
 * installations except their `end` events, and then the oldest installations, but never unfinished installations.
 * Deleted events are counted in their installation.
 */
export async function makeRoom(
  engine: Engine,
  { installs, bytes, run }: RetentionLimits = retentionLimits,
): Promise<void> {
  const exceedsLimit = async (database: Database): Promise<boolean> =>
    (await readSize(database)) > bytes - run;
  await engine.transaction((database) => deleteSurplus(database, installs), { alone: true });
  // Each installation has its own transaction, because a full disk may not have space for all of them. Events contain
  // no hashes, so they need not be overwritten, unlike jobs, which are deleted with their installation.
  const dropEvents = async (database: Database): Promise<boolean> =>
    (await exceedsLimit(database)) && (await dropOldestEvents(database));
  const deleteInstall = async (database: Database): Promise<boolean> =>
    (await exceedsLimit(database)) && (await deleteOldestInstall(database));
  // This usually saves two transactions for each new installation.
  if (await engine.read(exceedsLimit)) {
    while (await engine.transaction(dropEvents, { overwrite: false, alone: true })) continue;
    while (await engine.transaction(deleteInstall, { alone: true })) continue;
  }
  await engine.releaseSpace();
}

/** Returns the size of all records in bytes, except the events of unfinished installations. */
async function readSize(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: unknown }>`select
    (select coalesce(sum(bytes + octet_length(configuration)), 0) from installs) +
    (select coalesce(sum(octet_length(data)), 0) from jobs) +
    (select coalesce(sum(octet_length(text)), 0) from documents) as bytes`.execute(database);
  return Number(rows[0]!.bytes);
}

async function deleteSurplus(database: Database, limit: number): Promise<void> {
  await sql`delete from installs where ended is not null and id not in
    (select id from installs where ended is not null order by id desc limit ${limit})`.execute(database);
}

async function dropOldestEvents(database: Database): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from installs where ended is not null and exists
    (select 1 from events where install = installs.id and type <> 'end') order by id limit 1`.execute(
    database,
  );
  const id = rows[0]?.id;
  if (id === undefined) return false;
  await sql`update installs set (dropped_events, dropped_bytes) =
    (select installs.dropped_events + count(*), installs.dropped_bytes + coalesce(sum(octet_length(data)), 0)
      from events where install = installs.id and type <> 'end') where id = ${id}`.execute(database);
  await sql`delete from events where install = ${id} and type <> 'end'`.execute(database);
  await sql`update installs set bytes =
    (select coalesce(sum(octet_length(data)), 0) from events where install = installs.id) where id = ${id}`.execute(
    database,
  );
  return true;
}

async function deleteOldestInstall(database: Database): Promise<boolean> {
  const oldest = database
    .selectFrom('installs')
    .select('id')
    .where('ended', 'is not', null)
    .orderBy('id')
    .limit(1);
  const [result] = await database.deleteFrom('installs').where('id', 'in', oldest).execute();
  return Number(result?.numDeletedRows ?? 0) > 0;
}
