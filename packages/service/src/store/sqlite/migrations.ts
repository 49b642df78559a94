import type { DatabaseSync } from 'node:sqlite';
import { addHardware } from './hardware-migration.ts';
import { addNodes } from './node-migration.ts';
import { PEOPLE_MIGRATION } from './people-migration.ts';
import { ADD_BATCHES } from './batches.ts';
import { addRunsAbove } from './runs-migration.ts';

/** Each entry upgrades the database from one format to the next; the first entry starts with an empty database. */
const migrations: readonly string[] = [
  `
  create table installs (
    id integer primary key autoincrement,
    state text not null,
    target text not null,
    path text not null,
    resume integer not null,
    digest text not null,
    created text not null,
    started text,
    ended text,
    resumable integer not null default 0,
    trouble text,
    configuration text not null
  ) strict;
  create table events (
    install integer not null references installs (id) on delete cascade,
    number integer not null,
    type text not null,
    data text not null,
    primary key (install, number)
  ) strict, without rowid;
  `,
  // Adds jobs, sizes of records, and the state `cancelled`, which format 1 recorded as an interruption with a specific
  // message. Jobs let installations survive a restart; they contain no secrets except hashes and sealed values.
  `
  create table jobs (
    install integer primary key references installs (id) on delete cascade,
    data text not null
  ) strict;
  create index installs_path on installs (path);
  alter table installs add column bytes integer not null default 0;
  alter table installs add column dropped_events integer not null default 0;
  alter table installs add column dropped_bytes integer not null default 0;
  update installs set bytes =
    (select coalesce(sum(octet_length(data)), 0) from events where install = installs.id);
  update installs set state = 'cancelled'
    where state = 'interrupted' and trouble ->> '$.message' = 'Cancelled before it began';
  `,
  // Renames the member `trouble` of installations and `end` events to `failure`, which has the same length, so `bytes`
  // remains correct.
  `
  alter table installs rename column trouble to failure;
  update events set data = json_remove(json_set(data, '$.failure', data -> '$.trouble'), '$.trouble')
    where type = 'end' and data -> '$.trouble' is not null;
  `,
  // Adds the plan and the package lock of each installation.
  `
  create table documents (
    install integer not null references installs (id) on delete cascade,
    name text not null,
    text text not null,
    primary key (install, name)
  ) strict, without rowid;
  `,
  // Numbers the lines of the log, so that a window of a long log is read through an index.
  `
  alter table events add column line integer;
  update events set line = numbered.line from
    (select install, number, row_number() over (partition by install order by number) as line
      from events where type in ('start', 'log', 'failure', 'end')) as numbered
    where events.install = numbered.install and events.number = numbered.number;
  create index events_lines on events (install, line) where line is not null;
  create index events_steps on events (install, number) where type <> 'log';
  `,
  // Adds the keys of start requests.
  `
  create table idempotency_keys (
    key text primary key,
    install integer not null references installs (id) on delete cascade,
    fingerprint text not null
  ) strict, without rowid;
  create index idempotency_keys_install on idempotency_keys (install);
  `,
  // Adds webhooks that are waiting for delivery. They remain if their installation is deleted.
  `
  create table deliveries (
    number integer primary key autoincrement,
    id text not null,
    endpoint text not null,
    body text not null,
    attempts integer not null,
    due integer not null
  ) strict;
  create index deliveries_due on deliveries (endpoint, due, number);
  `,
  // Identifies the call that added an installation.
  `
  alter table installs add column token text;
  create unique index installs_token on installs (token);
  `,
  // Adds the host whose workers run an installation; null for installations that the service itself runs.
  `
  alter table installs add column host text;
  `,
  addNodes(),
  PEOPLE_MIGRATION,
  ADD_BATCHES,
  // PostgreSQL databases count requests from here on; an SQLite database has one service, which counts them in memory.
  '',
  addHardware(),
  addRunsAbove(),
];

/** The format that this version writes. */
export const NEWEST_FORMAT: number = migrations.length;

/** Returns the format of an open database; 0 for an empty one. */
export function readFormat(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version']);
}

/**
 * Updates an open database to a format; call it in a transaction.
 *
 * @param format default: the newest one
 */
export function migrate(database: DatabaseSync, format: number = NEWEST_FORMAT): void {
  for (const [index, migration] of migrations.slice(0, format).entries()) {
    if (index < readFormat(database)) continue;
    database.exec(`${migration}; pragma user_version = ${index + 1};`);
  }
}
