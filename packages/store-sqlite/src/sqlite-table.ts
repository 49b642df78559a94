import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { runOrRetry } from './sqlite-file.ts';

/** The number of writes to a table for which at most twice as many expired rows are deleted. */
const WRITES = 64;

/** A table whose rows expire. It uses the machine's clock, in milliseconds since 1970. */
export class SqliteTable {
  readonly #name: string;
  readonly #timeout: number;
  readonly #expired: StatementSync;
  #writes = 0;

  constructor(database: DatabaseSync, name: string, timeout: number) {
    this.#name = name;
    this.#timeout = timeout;
    this.#expired = database.prepare(
      `delete from ${name} where key in (select key from ${name} where expires <= ? limit ${2 * WRITES})`,
    );
  }

  /** Runs statements that read. */
  read<T>(statements: (now: number) => T): T | Promise<T> {
    return runOrRetry(`read ${this.#name}`, this.#timeout, () => statements(Date.now()));
  }

  /** Runs statements that write, and regularly deletes expired rows. */
  write<T>(statements: (now: number) => T): T | Promise<T> {
    return runOrRetry(`write ${this.#name}`, this.#timeout, () => {
      const now = Date.now();
      if (this.#writes % WRITES === 0) this.#expired.run(now);
      const result = statements(now);
      this.#writes += 1;
      return result;
    });
  }
}

/** A table of values by key. */
export class SqliteValues {
  readonly table: SqliteTable;
  readonly #select: StatementSync;
  readonly #upsert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync, name: string, timeout: number) {
    this.table = new SqliteTable(database, name, timeout);
    this.#select = database.prepare(`select value from ${name} where key = ? and expires > ?`);
    this.#upsert = database.prepare(
      `insert into ${name} (key, value, expires) values (?, ?, ?)
       on conflict (key) do update set value = excluded.value, expires = excluded.expires`,
    );
    this.#update = database.prepare(
      `update ${name} set value = ?, expires = ? where key = ? and expires > ?`,
    );
    this.#delete = database.prepare(`delete from ${name} where key = ?`);
  }

  get<T>(key: string, parse: (value: unknown) => T): T | Promise<T> {
    return this.table.read((now) => parse(this.#select.get(key, now)?.['value']));
  }

  set(key: string, value: string | Uint8Array, time: number): void | Promise<void> {
    return this.table.write((now) => void this.#upsert.run(key, value, Math.ceil(now + time)));
  }

  update(key: string, value: string, time: number): boolean | Promise<boolean> {
    return this.table.write((now) => this.#update.run(value, Math.ceil(now + time), key, now).changes !== 0);
  }

  delete(key: string): void | Promise<void> {
    return this.table.write(() => void this.#delete.run(key));
  }
}
