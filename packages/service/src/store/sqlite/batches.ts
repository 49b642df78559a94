/** Adds batches and their rows. A row remains if its installation is deleted. */
export const ADD_BATCHES = `
  create table batches (
    id integer primary key autoincrement,
    state text not null,
    digest text not null,
    created text not null,
    ended text,
    host text,
    settings text not null,
    forgiven integer not null default 0,
    revision integer not null,
    token text not null unique
  ) strict;
  create table batch_rows (
    batch integer not null references batches (id) on delete cascade,
    number integer not null,
    state text not null,
    target text not null,
    path text not null,
    host text,
    digest text not null,
    labels text not null,
    job text,
    install integer,
    attempts integer not null default 0,
    failure text,
    revision integer not null,
    primary key (batch, number)
  ) strict, without rowid;
  create index batch_rows_install on batch_rows (install) where install is not null;
  create index batch_rows_path on batch_rows (path);
  create index batch_rows_revision on batch_rows (batch, revision);
`;
