import { statfsSync } from 'node:fs';
import { StoreError } from '../store-error.ts';

/** Free bytes below which the next write may fail. */
const MIN_ROOM = 256 * 1024;

/** Primary result codes of SQLite. */
const FULL = 13;
const FAILURE_CODES: ReadonlySet<number> = new Set([8, 10, FULL, 14]);

/** Converts a database error to a {@link StoreError}; returns undefined if the folder did not cause the error. */
export function toStoreError(error: unknown, folder: string): StoreError | undefined {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  if (!FAILURE_CODES.has(code)) return undefined;
  // A full disk can also cause other errors.
  return new StoreError(code === FULL || !hasRoom(folder) ? 'state-full' : 'state-unusable', error);
}

/** Whether the file system of the folder has space for records. */
export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MIN_ROOM;
  } catch {
    return true;
  }
}
