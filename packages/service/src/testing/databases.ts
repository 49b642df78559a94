import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../store/engine.ts';
import { SqliteEngine } from '../store/sqlite/sqlite-engine.ts';
import { Store, type StoreOptions } from '../store/store.ts';
import { temporaryFolder } from './fakes.ts';

/** A database that is empty at first. Close each engine before you open the next one. */
export interface TestDatabase {
  open(): Promise<Engine>;
  /** Returns all that is stored, as text. */
  readAll(): Promise<string>;
  /** Changes the audit log as someone who controls the database can. */
  tamper(statements: string): Promise<void>;
}

/** Creates an empty database; the test deletes it when it ends. */
export type CreateDatabase = () => TestDatabase | Promise<TestDatabase>;

export function sqliteDatabase(folder: string = temporaryFolder()): TestDatabase {
  return {
    open: () => Promise.resolve(new SqliteEngine(folder)),
    readAll: () => {
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
      return Promise.resolve(files.join('\n'));
    },
    tamper: async (statements) => {
      const database = new DatabaseSync(join(folder, 'service.db'));
      const triggers = database
        .prepare(`select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'audit'`)
        .all();
      for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
      database.exec(statements);
      for (const { sql } of triggers) database.exec(String(sql));
      database.close();
    },
  };
}

/** Opens the store of a database; default: a temporary SQLite database. */
export async function openStore(
  database: TestDatabase = sqliteDatabase(),
  options: StoreOptions = {},
): Promise<Store> {
  return Store.open(await database.open(), options);
}
