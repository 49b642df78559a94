/** Adds users, API tokens, sessions and the audit log, whose entries can only be appended. */
export const PEOPLE_MIGRATION = `
  create table users (
    name text primary key,
    role text not null,
    password text not null,
    created text not null,
    changed text not null
  );
  create table api_tokens (
    id bigint generated always as identity primary key,
    owner text not null references users (name) on delete cascade,
    name text not null,
    scope text not null,
    digest text not null unique,
    created text not null,
    expires text not null,
    last_used text
  );
  create index api_tokens_owner on api_tokens (owner);
  create table sessions (
    digest text primary key,
    owner text not null references users (name) on delete cascade,
    created text not null,
    expires text not null
  );
  create index sessions_owner on sessions (owner);
  create table audit (
    number bigint primary key,
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
  );
  create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception 'the audit log can only be appended' using errcode = 'insufficient_privilege'; end $$;
  create trigger audit_change before update or delete on audit for each row
    execute function refuse_audit_change();
  create trigger audit_truncate before truncate on audit for each statement
    execute function refuse_audit_change();
`;
