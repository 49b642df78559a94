import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const version = 1;

const schema = `
  create table installs (
    id integer primary key autoincrement,
    state text not null,
    target text not null,
    path text not null,
    resume integer not null,
    digest text not null,
    created text not null,
    started text,
    ended text,
    resumable integer not null default 0,
    trouble text,
    configuration text not null
  ) strict;
  create table events (
    install integer not null references installs (id) on delete cascade,
    number integer not null,
    type text not null,
    data text not null,
    primary key (install, number)
  ) strict, without rowid;
  pragma user_version = ${version};
`;

/** The state folder cannot be used; the message says why and what to do, for people. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/**
 * Opens (and makes, 0700 and 0600) the database of one service in `folder`, for this process alone: a second
 * service would take the first one's running installations for interrupted ones.
 *
 * @throws {StoreUnusable}
 */
export function openDatabase(folder: string): DatabaseSync {
  const file = join(folder, 'service.db');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    // SQLite gives its side files the mode of the database file, so that one has to be right from its birth.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  } catch (error) {
    throw new StoreUnusable(
      `The state folder ${folder} cannot be written: ${reason(error)}; choose another with WRIT_STATE`,
      {
        cause: error,
      },
    );
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;');
    database.exec('pragma foreign_keys = on; begin exclusive;');
    const found = Number(database.prepare('pragma user_version').get()?.['user_version']);
    if (found > version) {
      throw new StoreUnusable(
        `${file} was written by a newer Writ (format ${found}; this one knows ${version}); set WRIT_STATE to another folder`,
      );
    }
    if (found === 0) database.exec(schema);
    database.exec('commit');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreUnusable) throw error;
    const busy = (error as { errcode?: number }).errcode === 5;
    throw new StoreUnusable(
      busy
        ? `Another install service uses ${folder}; stop it, or set WRIT_STATE to another folder`
        : `${file} cannot be used: ${reason(error)}; move it away, or set WRIT_STATE to another folder`,
      { cause: error },
    );
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
