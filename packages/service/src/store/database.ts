import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toStateFolderError } from './state-folder-error.ts';
import { formatOf, migrate, newestFormat } from './migrations.ts';

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
      `The state folder ${folder} cannot be written: ${describeError(error)}; choose another with WRIT_STATE`,
      {
        cause: error,
      },
    );
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // First: with it no memory is shared by a file, for which a full disk would have no room.
    database.exec('pragma locking_mode = exclusive;');
    // What is deleted is given back to the file system. To say so is a write of its own.
    if (formatOf(database) === 0) database.exec('pragma auto_vacuum = incremental;');
    // What was a hash is not left in a free page.
    database.exec('pragma secure_delete = on; pragma journal_mode = wal; pragma synchronous = normal;');
    database.exec('pragma foreign_keys = on; begin exclusive;');
    const found = formatOf(database);
    if (found > newestFormat) {
      throw new StoreUnusable(
        `${file} was written by a newer Writ (format ${found}; this one knows ${newestFormat}); set WRIT_STATE to another folder`,
      );
    }
    migrate(database);
    database.exec('commit');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreUnusable) throw error;
    const busy = (error as { errcode?: number }).errcode === 5;
    if (toStateFolderError(error, folder)?.code === 'state-full') {
      throw new StoreUnusable(`The disk of the state folder ${folder} is full; make room there`, {
        cause: error,
      });
    }
    throw new StoreUnusable(
      busy
        ? `Another install service uses ${folder}; stop it, or set WRIT_STATE to another folder`
        : `${file} cannot be used: ${describeError(error)}; move it away, or set WRIT_STATE to another folder`,
      { cause: error },
    );
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
