import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createStateFolder } from '../state-folder.ts';
import { Store } from '../store.ts';
import { StoreUnusable } from '../store-error.ts';
import { settleRestored, type RestoredRecords, type RestoreOptions } from '../settle-restored.ts';
import { findRecords, moveAside } from './earlier-records.ts';
import { NEWEST_FORMAT, readFormat } from './migrations.ts';
import { createMissingRecordsError, findMissingRecords } from './missing-records.ts';
import { DATABASE_NAME, openDatabase } from './open-database.ts';
import { SqliteEngine } from './sqlite-engine.ts';

/**
 * Writes a copy of the records of a service that is not running.
 *
 * @param file an empty file
 * @throws {StoreUnusable} when there are no records, or a service uses them
 */
export async function copyRecords(state: string, file: string): Promise<void> {
  if (findMissingRecords(state) !== undefined) throw createMissingRecordsError(state);
  const database = openAlone(join(state, DATABASE_NAME));
  try {
    await backup(database, file);
  } finally {
    database.close();
  }
}

/**
 * Checks a file that `writ backup` has written, and returns the number of its installations.
 *
 * @throws {StoreUnusable} when the file is incomplete, damaged or not a backup
 */
export function checkBackup(file: string): { readonly installs: number } {
  let database: DatabaseSync | undefined;
  try {
    // Otherwise, SQLite would create files for a write-ahead log.
    const address = pathToFileURL(file);
    address.searchParams.set('immutable', '1');
    database = new DatabaseSync(address, { readOnly: true });
    const format = readFormat(database);
    if (format > NEWEST_FORMAT) {
      throw new StoreUnusable(
        `${file} was written by a newer version of Writ (format ${format}; this version supports ${NEWEST_FORMAT}); use that version`,
      );
    }
    const [problem] = Object.values(database.prepare('pragma integrity_check(1)').get() ?? {});
    if (format === 0 || problem !== 'ok') throw new Error(String(problem));
    return { installs: Number(database.prepare('select count(*) as total from installs').get()?.['total']) };
  } catch (error) {
    if (error instanceof StoreUnusable) throw error;
    if (!existsSync(file))
      throw new StoreUnusable(`${file} cannot be read: file not found`, { cause: error });
    throw new StoreUnusable(`${file} is incomplete, damaged, or not a backup of the records`, {
      cause: error,
    });
  } finally {
    database?.close();
  }
}

/**
 * Puts a backup in the place of the records in a state folder, and ends all work in it; see `settleRestored`.
 *
 * @throws {StoreUnusable} when the file is not a backup, a service uses the folder, or the folder contains records and
 * `replace` is not set
 */
export async function restoreRecords(
  file: string,
  state: string,
  { replace, ...options }: RestoreOptions & { readonly replace: boolean },
): Promise<RestoredRecords> {
  const { installs } = checkBackup(file);
  createStateFolder(state);
  const target = join(state, DATABASE_NAME);
  const found = findRecords(target);
  if (found.length > 0 && !replace) {
    throw new StoreUnusable(
      `${state} contains records (${found.join(', ')}); keep them in another file with --replace, or set WRIT_STATE to another folder`,
    );
  }
  // The lock keeps a service from starting until the records have been replaced.
  const earlier = existsSync(target) ? openDatabase(state) : undefined;
  const folder = mkdtempSync(join(state, 'restore-'));
  try {
    const fresh = join(folder, DATABASE_NAME);
    copyFileSync(file, fresh);
    const engine = new SqliteEngine(folder);
    const store = await Store.open(engine);
    const settled = await settleRestored({ engine, store }, new Date(), options).finally(() => store.close());
    // With its write-ahead log inside, the file with the earlier records is complete.
    earlier?.exec('pragma wal_checkpoint(truncate)');
    const replaced = moveAside(target);
    renameSync(fresh, target);
    return { installs, ...settled, ...(replaced !== undefined && { replaced }) };
  } finally {
    earlier?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens the records of a service that is not running, in whatever format they are. */
function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit');
    return database;
  } catch (error) {
    database.close();
    throw new StoreUnusable(
      `${file} cannot be read: ${(error as Error).message}; a service that uses it does not respond`,
      { cause: error },
    );
  }
}
