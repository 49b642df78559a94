import { sql, type RawBuilder } from 'kysely';
import type { Install } from '../records/install.ts';
import type { Database } from './engine.ts';
import type { Row } from './rows.ts';

/**
 * True if a later installation uses the target of `i`: it has started, is going to start, or has become resumable.
 * Other refused installations do not count, because they have not written to the target.
 */
const IS_OVERTAKEN: RawBuilder<boolean> = sql`exists (select 1 from installs l where l.path = i.path and l.id > i.id
  and l.host is not distinct from i.host
  and (l.ended is null or (l.started is not null and l.state <> 'refused') or l.resumable = 1))`;

/** Like IS_OVERTAKEN, but counts only ended installations, because others may still be refused. */
const IS_REPLACED: RawBuilder<boolean> = sql`exists (select 1 from installs l where l.path = i.path and l.id > i.id
  and l.host is not distinct from i.host
  and l.ended is not null and ((l.started is not null and l.state <> 'refused') or l.resumable = 1))`;

/** Columns of `installs i` from which `toInstall` creates an installation. */
export const INSTALL_COLUMNS: RawBuilder<Row> = sql`i.*, case when i.resumable = 1 and not ${IS_OVERTAKEN} and
  exists (select 1 from jobs where install = i.id) then 1 else 0 end as can_resume,
  case i.state when 'needs-secret' then (select data from jobs where install = i.id) end as job`;

/** Reads the installations `i` that meet a condition. */
export async function selectInstalls(database: Database, rest: RawBuilder<unknown>): Promise<Row[]> {
  const query = sql<Row>`select ${INSTALL_COLUMNS} from installs i where ${rest}`;
  return (await query.execute(database)).rows;
}

/** Deletes the jobs of installations that can no longer be resumed. */
export async function forgetJobs(database: Database): Promise<void> {
  await sql`delete from jobs where install in
    (select id from installs i where ended is not null and (resumable = 0 or ${IS_REPLACED}))`.execute(
    database,
  );
}

/** Reads the installations that have not ended, oldest first. */
export const UNFINISHED: RawBuilder<unknown> = sql`ended is null order by id`;

/** The condition for the newest later installation that uses the target. */
export function isSuccessor({ path, id, host }: Install): RawBuilder<unknown> {
  return sql`path = ${path} and id > ${id} and ${isOnHost(host)} and
    (ended is null or (started is not null and state <> 'refused') or resumable = 1) order by id desc limit 1`;
}

/** The condition for installations that the workers of a host run; without a host, for those of the service itself. */
export function isOnHost(host: string | undefined): RawBuilder<boolean> {
  return host === undefined ? sql`host is null` : sql`host = ${host}`;
}
