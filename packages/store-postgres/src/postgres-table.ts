import { limitCalls, type CallServer } from '@writ/http/stores';

/** The part of a pool of `pg` that the stores use. */
export interface PostgresPool {
  /** Sends a statement with parameters, and rejects if there is no result after `query_timeout` milliseconds. */
  query(query: {
    readonly text: string;
    readonly values: unknown[];
    readonly query_timeout: number;
  }): Promise<{ readonly rows: any[] }>;
}

/** Sends statements to a pool. */
export interface PostgresConnection {
  readonly pool: PostgresPool;
  readonly timeout: number;
  readonly call: CallServer;
}

export function connect(pool: PostgresPool, timeout: number, maxPending: number): PostgresConnection {
  return { pool, timeout, call: limitCalls('the PostgreSQL store', maxPending) };
}

/** Expired rows are deleted once per this many writes to a table; each deletion removes at most twice as many rows. */
const WRITES = 64;

/** Returns the SQL expression for the time at which a row expires, from a parameter in milliseconds. */
export const expiryAfter = (parameter: string): string =>
  `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`;

/** A table whose rows expire. It uses the database server's clock, which is the same for all processes. */
export class PostgresTable {
  readonly name: string;
  readonly #connection: PostgresConnection;
  #writes = 0;

  constructor(connection: PostgresConnection, name: string) {
    this.#connection = connection;
    this.name = name;
  }

  /** Runs a statement that reads, and returns its first row; undefined if there is none. */
  read(text: string, values: unknown[]): Promise<Readonly<Record<string, unknown>> | undefined> {
    return this.#run('read', text, values);
  }

  /**
   * Runs a statement that writes, and returns its first row; undefined if there is none. Regularly deletes expired rows
   * in the background.
   */
  write(text: string, values: unknown[]): Promise<Readonly<Record<string, unknown>> | undefined> {
    if (this.#writes % WRITES === 0) {
      // If this fails, so does the statement itself, or a later deletion succeeds.
      this.#run('delete expired rows of', this.#purge, []).catch(() => {});
    }
    this.#writes += 1;
    return this.#run('write', text, values);
  }

  async #run(
    action: string,
    text: string,
    values: unknown[],
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { pool, timeout, call } = this.#connection;
    const { rows } = await call(`${action} ${this.name}`, () =>
      pool.query({ text, values, query_timeout: timeout }),
    );
    return rows[0] as Readonly<Record<string, unknown>> | undefined;
  }

  /** The statement that deletes expired rows. It skips rows that another process is changing at the same time. */
  get #purge(): string {
    return `delete from ${this.name} where key in (
      select key from ${this.name} where expires <= clock_timestamp() limit ${2 * WRITES} for update skip locked)`;
  }
}

/** A table of values by key. */
export class PostgresValues {
  readonly table: PostgresTable;

  constructor(connection: PostgresConnection, name: string) {
    this.table = new PostgresTable(connection, name);
  }

  async get(key: string): Promise<unknown> {
    const { table } = this;
    const row = await table.read(
      `select value from ${table.name} where key = $1 and expires > clock_timestamp()`,
      [key],
    );
    return row?.['value'];
  }

  async set(key: string, value: string | Uint8Array, time: number): Promise<void> {
    const { table } = this;
    await table.write(
      `insert into ${table.name} (key, value, expires) values ($1, $2, ${expiryAfter('$3')})
       on conflict (key) do update set value = excluded.value, expires = excluded.expires`,
      [key, value, time],
    );
  }

  /** Returns whether there was a row to replace. */
  async update(key: string, value: string, time: number): Promise<boolean> {
    const { table } = this;
    const row = await table.write(
      `update ${table.name} set value = $2, expires = ${expiryAfter('$3')}
       where key = $1 and expires > clock_timestamp() returning true as updated`,
      [key, value, time],
    );
    return row !== undefined;
  }

  async delete(key: string): Promise<void> {
    const { table } = this;
    await table.write(`delete from ${table.name} where key = $1`, [key]);
  }
}
