import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { SqliteDialect, type SqliteStatement } from 'kysely';

/** Creates Kysely's dialect for an open database of `node:sqlite`. */
export function createDialect(database: DatabaseSync): SqliteDialect {
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => {
        // SQLite itself rolls back after some errors. A second rollback would fail and hide the original error.
        if (sql === 'rollback' && !database.isTransaction) return NOTHING;
        const statement = database.prepare(sql);
        const toInput = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...toInput(parameters)),
          run: (parameters) => statement.run(...toInput(parameters)),
          iterate: (parameters) => statement.iterate(...toInput(parameters)),
        };
      },
    },
  });
}

/** A statement that does nothing. */
const NOTHING: SqliteStatement = {
  reader: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};
