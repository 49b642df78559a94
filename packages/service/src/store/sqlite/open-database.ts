import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createStateFolder } from '../state-folder.ts';
import { StoreUnusable } from '../store-error.ts';
import { toStoreError } from './folder-errors.ts';
import { readFormat, migrate, NEWEST_FORMAT } from './migrations.ts';

/** The name of the database in a state folder. */
export const DATABASE_NAME = 'service.db';

/**
 * Opens the database of a service in `folder`, exclusively for this process: a second service would record the running
 * installations of the first service as interrupted. Creates the folder and the file if they do not exist, and sets
 * their modes to 0700 and 0600.
 *
 * @throws {StoreUnusable} when the folder cannot be written, another service uses it, or the database is damaged or was
 * written by a newer version
 */
export function openDatabase(folder: string): DatabaseSync {
  const file = join(folder, DATABASE_NAME);
  createStateFolder(folder, () => {
    // SQLite creates its side files with the mode of the database file, so the mode must be correct when the file is
    // created.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  });
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // This pragma must come first: in exclusive mode, SQLite needs no shared-memory file, for which a full disk has no
    // space.
    database.exec('pragma locking_mode = exclusive;');
    // This pragma lets SQLite return the space of deleted rows to the file system. It writes, so it runs only for a new
    // database.
    if (readFormat(database) === 0) database.exec('pragma auto_vacuum = incremental;');
    // Hashes must not remain in free pages.
    database.exec('pragma secure_delete = on; pragma journal_mode = wal; pragma synchronous = normal;');
    database.exec('pragma foreign_keys = on; begin exclusive;');
    const found = readFormat(database);
    if (found > NEWEST_FORMAT) {
      throw new StoreUnusable(
        `${file} was written by a newer version of Writ (format ${found}; this version supports ${NEWEST_FORMAT}); set WRIT_STATE to another folder`,
      );
    }
    migrate(database);
    database.exec('commit');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreUnusable) throw error;
    const busy = (error as { errcode?: number }).errcode === 5;
    if (toStoreError(error, folder)?.code === 'state-full') {
      throw new StoreUnusable(`The disk with the state folder ${folder} is full; free some space`, {
        cause: error,
      });
    }
    throw new StoreUnusable(
      busy
        ? `Another install service is using ${folder}; stop it, or set WRIT_STATE to another folder`
        : `${file} cannot be used: ${describeError(error)}; move it elsewhere, or set WRIT_STATE to another folder`,
      { cause: error },
    );
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
