/** Adds users, API tokens, sessions and the audit log, whose entries can only be appended. */
export const PEOPLE_MIGRATION = `
  create table users (
    name text primary key,
    role text not null,
    password text not null,
    created text not null,
    changed text not null
  ) strict, without rowid;
  create table api_tokens (
    id integer primary key autoincrement,
    owner text not null references users (name) on delete cascade,
    name text not null,
    scope text not null,
    digest text not null unique,
    created text not null,
    expires text not null,
    last_used text
  ) strict;
  create index api_tokens_owner on api_tokens (owner);
  create table sessions (
    digest text primary key,
    owner text not null references users (name) on delete cascade,
    created text not null,
    expires text not null
  ) strict, without rowid;
  create index sessions_owner on sessions (owner);
  create table audit (
    number integer primary key,
    entry text not null unique,
    time text not null,
    actor text,
    credential text not null,
    token text,
    address text,
    action text not null,
    subject text not null,
    status integer not null,
    digest text,
    hash text not null
  ) strict;
  create trigger audit_update before update on audit
    begin select raise(abort, 'the audit log can only be appended'); end;
  create trigger audit_delete before delete on audit
    begin select raise(abort, 'the audit log can only be appended'); end;
  create trigger audit_insert before insert on audit
    when exists (select 1 from audit where number >= new.number or entry = new.entry)
    begin select raise(abort, 'the audit log can only be appended'); end;
`;
