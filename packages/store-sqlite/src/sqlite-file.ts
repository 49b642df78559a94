import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { storeError } from '@writ/http/stores';

/** SQLite's code for a file that another process is writing. Extended codes contain it in their lowest byte. */
const BUSY = 5;
/** Maximum number of milliseconds between attempts to write. */
const MAX_PAUSE = 25;

/** Opens an SQLite database. A new file is created with mode 0600, because it contains sessions. */
export function openSqlite(file: string, schema: string, timeout: number): DatabaseSync {
  // Loaded here, because some runtimes do not have the module, such as older versions of Bun.
  const sqlite = process.getBuiltinModule('node:sqlite');
  if (sqlite === undefined)
    throw new Error('sqliteStores needs the module node:sqlite, which this runtime does not have');
  try {
    // SQLite gives its other files the mode of this one.
    if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
    const database = new sqlite.DatabaseSync(file);
    try {
      // Several processes may create the tables at the same time. Only here, SQLite blocks the process while it waits.
      database.exec(`pragma busy_timeout = ${timeout}`);
      enableWal(database, Date.now() + timeout);
      database.exec(
        `pragma synchronous = normal; begin immediate; ${schema}; commit; pragma busy_timeout = 0`,
      );
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw storeError('the SQLite store', `open ${file}`, error);
  }
}

/**
 * Enables the write-ahead log. SQLite does not wait for other processes that enable it at the same time, so this
 * function tries again until `deadline`, and blocks the process while it waits.
 */
function enableWal(database: DatabaseSync, deadline: number): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
      Atomics.wait(sleeper, 0, 0, MAX_PAUSE);
    }
  }
}

/**
 * Runs statements at once. If another process is writing, tries again until the time limit in milliseconds, without
 * blocking the process.
 */
export function runOrRetry<T>(action: string, timeout: number, run: () => T): T | Promise<T> {
  try {
    return run();
  } catch (error) {
    if (isBusy(error)) return retry(action, timeout, run);
    throw storeError('the SQLite store', action, error);
  }
}

async function retry<T>(action: string, timeout: number, run: () => T): Promise<T> {
  const deadline = performance.now() + timeout;
  for (let limit = 1; ; limit = Math.min(limit * 2, MAX_PAUSE)) {
    await pause(Math.random() * limit);
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline)
        throw storeError('the SQLite store', action, error);
    }
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === BUSY;
}
