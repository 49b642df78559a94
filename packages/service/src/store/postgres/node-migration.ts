/** Returns the statements that add nodes, their tokens, configurations and events. */
export function addNodes(): string {
  return `
    create table nodes (
      id bigint generated always as identity primary key,
      name text,
      state text not null,
      uuid text,
      serial text,
      macs text not null,
      labels text not null,
      facts text,
      created text not null,
      approved text,
      seen bigint,
      key text,
      boot text not null default 'local',
      run bigint not null default 0,
      work text,
      claim text,
      received integer not null default 0,
      failure text,
      findings text not null default '[]',
      controller text,
      last_event bigint not null default 0,
      event_bytes bigint not null default 0
    );
    create unique index nodes_key on nodes (key);
    create index nodes_uuid on nodes (uuid);
    create table node_cards (
      mac text primary key,
      node bigint not null references nodes (id) on delete cascade
    );
    create index node_cards_node on node_cards (node);
    create table node_tokens (
      digest text primary key,
      node bigint references nodes (id) on delete cascade,
      labels text not null,
      expires bigint not null,
      used text
    );
    create index node_tokens_node on node_tokens (node);
    create table node_configurations (
      id bigint generated always as identity primary key,
      selector text not null,
      created text not null,
      masked text not null,
      job text,
      token text not null
    );
    create unique index node_configurations_token on node_configurations (token);
    create table node_events (
      node bigint not null references nodes (id) on delete cascade,
      run bigint not null,
      number bigint not null,
      type text not null,
      data text not null,
      primary key (node, run, number)
    );
  `;
}
