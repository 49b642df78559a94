import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../store/engine.ts';
import { SqliteEngine } from '../store/sqlite/sqlite-engine.ts';
import { Store, type StoreOptions } from '../store/store.ts';
import { temporaryFolder } from './fakes.ts';

/** A database that is empty at first. Close each engine before you open the next one. */
export interface TestDatabase {
  open(): Promise<Engine>;
  /** Returns all that is stored, as text. */
  readAll(): Promise<string>;
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
  };
}

/** Opens the store of a database; default: a temporary SQLite database. */
export async function openStore(
  database: TestDatabase = sqliteDatabase(),
  options: StoreOptions = {},
): Promise<Store> {
  return Store.open(await database.open(), options);
}
