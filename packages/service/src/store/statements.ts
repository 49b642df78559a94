import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * True if a later installation uses the target of `i`: it has started, is going to start, or has become resumable.
 * Other refused installations do not count, because they have not written to the target.
 */
const IS_OVERTAKEN = `exists (select 1 from installs l where l.path = i.path and l.id > i.id and
  (l.ended is null or (l.started is not null and l.state <> 'refused') or l.resumable = 1))`;

/** Like IS_OVERTAKEN, but counts only ended installations, because others may still be refused. */
const IS_REPLACED = `exists (select 1 from installs l where l.path = i.path and l.id > i.id and l.ended is not null and
  ((l.started is not null and l.state <> 'refused') or l.resumable = 1))`;

/** Columns of `installs i` from which `toInstall` creates an installation. */
export const INSTALL_COLUMNS: string = `i.*, (i.resumable = 1 and not ${IS_OVERTAKEN} and
  exists (select 1 from jobs where install = i.id)) as can_resume,
  case i.state when 'needs-secret' then (select data from jobs where install = i.id) end as job`;

/** The statements of the store, prepared once for each database. */
export interface Statements {
  readonly insert: StatementSync;
  readonly install: StatementSync;
  readonly deleteInstall: StatementSync;
  readonly unfinishedInstalls: StatementSync;
  readonly successor: StatementSync;
  readonly replacement: StatementSync;
  readonly setState: StatementSync;
  readonly start: StatementSync;
  readonly end: StatementSync;
  readonly job: StatementSync;
  readonly setJob: StatementSync;
  readonly forgetJobs: StatementSync;
  readonly addEvent: StatementSync;
  readonly eventsAfter: StatementSync;
  readonly eventsSize: StatementSync;
  readonly lastNumber: StatementSync;
  readonly countByState: StatementSync;
  readonly addKey: StatementSync;
  readonly byKey: StatementSync;
  readonly document: StatementSync;
  readonly setDocument: StatementSync;
  readonly probe: StatementSync;
}

const SQL: Readonly<Record<keyof Statements, string>> = {
  insert: `insert into installs (state, target, path, resume, digest, created, configuration)
    values (?, ?, ?, ?, ?, ?, ?)`,
  install: `select ${INSTALL_COLUMNS} from installs i where id = ?`,
  deleteInstall: 'delete from installs where id = ?',
  unfinishedInstalls: `select ${INSTALL_COLUMNS} from installs i where ended is null order by id`,
  successor: `select ${INSTALL_COLUMNS} from installs i where path = ? and id > ? and
    (ended is null or (started is not null and state <> 'refused') or resumable = 1) order by id desc limit 1`,
  replacement: `select id from installs where path = ? and id > ? and state = 'done' order by id desc limit 1`,
  setState: 'update installs set state = ? where id = ?',
  start: `update installs set state = 'running', started = ? where id = ?`,
  end: `update installs set state = ?, ended = ?, resumable = ?, failure = ?, dropped_events = ?,
    dropped_bytes = ?, bytes = (select coalesce(sum(octet_length(data)), 0) from events where install = id)
    where id = ?`,
  job: 'select data from jobs where install = ?',
  setJob:
    'insert into jobs (install, data) values (?, ?) on conflict (install) do update set data = excluded.data',
  forgetJobs: `delete from jobs where install in
    (select id from installs i where ended is not null and (resumable = 0 or ${IS_REPLACED}))`,
  addEvent: `insert into events (install, number, type, data, line) values (:install, :number, :type, :data,
    case when :type in ('start', 'log', 'failure', 'end') then
      (select coalesce(max(line), 0) + 1 from events where install = :install and line is not null) end)`,
  eventsAfter:
    'select number, type, data from events where install = ? and number > ? order by number limit ?',
  eventsSize:
    'select count(*) as events, coalesce(sum(octet_length(data)), 0) as bytes from events where install = ?',
  lastNumber: 'select max(number) as number from events where install = ?',
  countByState: 'select state, count(*) as total from installs group by state',
  addKey: 'insert into idempotency_keys (key, install, fingerprint) values (?, ?, ?)',
  byKey: 'select install, fingerprint from idempotency_keys where key = ?',
  document: 'select text from documents where install = ? and name = ?',
  setDocument: `insert into documents (install, name, text) values (?, ?, ?)
    on conflict (install, name) do update set text = excluded.text`,
  probe: 'update installs set state = state where id = (select max(id) from installs)',
};

export function prepareStatements(database: DatabaseSync): Statements {
  const prepared = Object.entries(SQL).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(prepared) as Statements;
}
