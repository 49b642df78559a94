const NAMES = ['sessions', 'responses', 'idempotency', 'rates'] as const;

/** The names of the tables. */
export type Tables = Readonly<Record<(typeof NAMES)[number], string>>;

/** Returns the names of the tables. Throws `TypeError` if the prefix cannot be part of a table name without quotes. */
export function tableNames(prefix: string): Tables {
  if (!/^[a-z_][a-z\d_]{0,39}$/.test(prefix)) {
    throw new TypeError(
      'postgresStores: prefix must consist of at most 40 lower-case letters, digits and underscores, and must not begin with a digit',
    );
  }
  return Object.fromEntries(NAMES.map((name) => [name, `${prefix}_${name}`])) as Tables;
}

/**
 * Returns the statements that create the tables. Responses and counts are lost when the server crashes, because their
 * tables are not logged, which makes writes faster.
 */
export function createStatements({ sessions, responses, idempotency, rates }: Tables): string {
  return [
    // Without the lock, two processes that create the same table at the same time would fail.
    "select pg_advisory_xact_lock(hashtext('@writ/store-postgres'))",
    `create table if not exists ${sessions} (key text primary key, value text not null, expires timestamptz not null)`,
    `create unlogged table if not exists ${responses} (key text primary key, value bytea not null, expires timestamptz not null)`,
    `create table if not exists ${idempotency} (key text primary key, value bytea, expires timestamptz not null)`,
    `create unlogged table if not exists ${rates} (key text primary key, count integer not null, expires timestamptz not null)`,
    ...[sessions, responses, idempotency, rates].map(
      (table) => `create index if not exists ${table}_expires on ${table} (expires)`,
    ),
    '',
  ].join(';\n');
}
