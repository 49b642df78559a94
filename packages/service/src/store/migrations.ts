import type { DatabaseSync } from 'node:sqlite';

/** What makes each format of the database out of the one before; the first one makes it out of nothing. */
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
  // What is needed to run or resume an installation, without a secret but hashes and what is sealed; sizes of records;
  // and an end of its own for what a person has cancelled.
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
];

/** The format that this version writes. */
export const newestFormat: number = migrations.length;

/** The format of an open database; 0 of an empty one. */
export function formatOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version']);
}

/** Brings an open database to the newest format; call it in a transaction. */
export function migrate(database: DatabaseSync): void {
  for (const [index, migration] of migrations.entries()) {
    if (index < formatOf(database)) continue;
    database.exec(`${migration}; pragma user_version = ${index + 1};`);
  }
}
