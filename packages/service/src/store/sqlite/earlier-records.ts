import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** The suffixes of the files of a database that can contain records: the database, its write-ahead log and its journal. */
const SUFFIXES = ['', '-wal', '-journal'] as const;

/** Returns the names of the files with records; a log may be left behind without its database. */
export function findRecords(database: string): string[] {
  return SUFFIXES.filter((suffix) => hasRecords(database, suffix)).map((suffix) =>
    basename(database + suffix),
  );
}

/**
 * Moves the files of a database to a name that is not in use, `service.db.replaced` or `service.db.replaced.2` and so on:
 * SQLite would apply a log that remains to the next database with the name.
 *
 * @returns the file with the records; undefined if there are none
 */
export function moveAside(database: string): string | undefined {
  const kept = findFreeName(`${database}.replaced`);
  let first: string | undefined;
  for (const suffix of SUFFIXES) {
    const file = database + suffix;
    if (hasRecords(database, suffix)) {
      renameSync(file, kept + suffix);
      first ??= kept + suffix;
    } else rmSync(file, { force: true });
  }
  rmSync(`${database}-shm`, { force: true });
  return first;
}

function hasRecords(database: string, suffix: string): boolean {
  const found = statSync(database + suffix, { throwIfNoEntry: false });
  return found !== undefined && (suffix === '' || found.size > 0);
}

function findFreeName(name: string): string {
  const isUsed = (each: string): boolean => SUFFIXES.some((suffix) => existsSync(each + suffix));
  let free = name;
  for (let number = 2; isUsed(free); number += 1) free = `${name}.${number}`;
  return free;
}
