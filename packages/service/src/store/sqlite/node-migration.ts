/** Returns the statements that add nodes, their tokens, configurations and events. */
export function addNodes(): string {
  return `
  create table nodes (
    id integer primary key autoincrement,
    name text,
    state text not null,
    uuid text,
    serial text,
    macs text not null,
    labels text not null,
    facts text,
    created text not null,
    approved text,
    seen integer,
    key text,
    boot text not null default 'local',
    run integer not null default 0,
    work text,
    claim text,
    received integer not null default 0,
    failure text,
    findings text not null default '[]',
    controller text,
    last_event integer not null default 0,
    event_bytes integer not null default 0
  ) strict;
  create unique index nodes_key on nodes (key);
  create index nodes_uuid on nodes (uuid);
  create table node_cards (
    mac text primary key,
    node integer not null references nodes (id) on delete cascade
  ) strict, without rowid;
  create index node_cards_node on node_cards (node);
  create table node_tokens (
    digest text primary key,
    node integer references nodes (id) on delete cascade,
    labels text not null,
    expires integer not null,
    used text
  ) strict, without rowid;
  create index node_tokens_node on node_tokens (node);
  create table node_configurations (
    id integer primary key autoincrement,
    selector text not null,
    created text not null,
    masked text not null,
    job text,
    token text not null
  ) strict;
  create unique index node_configurations_token on node_configurations (token);
  create table node_events (
    node integer not null references nodes (id) on delete cascade,
    run integer not null,
    number integer not null,
    type text not null,
    data text not null,
    primary key (node, run, number)
  ) strict, without rowid;
  `;
}
