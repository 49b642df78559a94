import { addHardware } from './hardware-migration.ts';
import { addNodes } from './node-migration.ts';
import { PEOPLE_MIGRATION } from './people-migration.ts';
import { ADD_BATCHES } from './batches.ts';
import { ratesMigration } from './rates-migration.ts';
import { addRunsAbove } from './runs-migration.ts';

/** An upgrade of the tables to a format. A format has the same number as in SQLite databases with the same records. */
export interface PostgresMigration {
  readonly format: number;
  /**
   * Whether processes of the earlier format cannot use the tables afterwards, so that all of them must be stopped first;
   * default: false. An expansion adds tables, columns with defaults, and indexes only. A later version, with which no
   * process of the earlier format runs any more, removes what is no longer used.
   */
  readonly isContraction?: true;
  readonly statements: string;
}

/** The upgrades in order; the first one starts with an empty schema. */
export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = [
  {
    format: 8,
    statements: `
      create table installs (
        id bigint generated always as identity primary key,
        state text not null,
        target text not null,
        path text not null,
        resume integer not null,
        digest text not null,
        created text not null,
        started text,
        ended text,
        resumable integer not null default 0,
        failure text,
        configuration text not null,
        bytes bigint not null default 0,
        dropped_events bigint not null default 0,
        dropped_bytes bigint not null default 0,
        token text unique
      );
      create index installs_path on installs (path);
      create table events (
        install bigint not null references installs (id) on delete cascade,
        number bigint not null,
        type text not null,
        data text not null,
        line bigint,
        primary key (install, number)
      );
      create index events_lines on events (install, line) where line is not null;
      create index events_steps on events (install, number) where type <> 'log';
      create table jobs (
        install bigint primary key references installs (id) on delete cascade,
        data text not null
      );
      create table documents (
        install bigint not null references installs (id) on delete cascade,
        name text not null,
        text text not null,
        primary key (install, name)
      );
      create table idempotency_keys (
        key text primary key,
        install bigint not null references installs (id) on delete cascade,
        fingerprint text not null
      );
      create index idempotency_keys_install on idempotency_keys (install);
      create table deliveries (
        number bigint generated always as identity primary key,
        id text not null,
        endpoint text not null,
        body text not null,
        attempts integer not null,
        due bigint not null
      );
      create index deliveries_due on deliveries (endpoint, due, number);
    `,
  },
  {
    // SQLite databases have no workers.
    format: 9,
    statements: `
      alter table installs add column host text;
      create table workers (
        id text primary key,
        host text not null,
        name text not null,
        slots integer not null,
        labels text not null,
        process text not null,
        seen timestamptz not null default now()
      );
      create index workers_host on workers (host, seen);
      create table assignments (
        install bigint primary key references installs (id) on delete cascade,
        worker text,
        claim text,
        cancelled boolean not null default false
      );
      create index assignments_worker on assignments (worker);
      create table receivers (endpoint text primary key);
    `,
  },
  { format: 10, statements: addNodes() },
  { format: 11, statements: PEOPLE_MIGRATION },
  { format: 12, statements: ADD_BATCHES },
  { format: 13, statements: ratesMigration },
  { format: 14, statements: addHardware() },
  { format: 15, statements: addRunsAbove() },
];
