import { statfsSync } from 'node:fs';
import { PROBLEMS } from '../problems.ts';

/** Records cannot be written; the message says what is wrong, for people, and names no folder. */
export class StateFolderError extends Error {
  override readonly name = 'StateFault';
  readonly code: 'state-full' | 'state-unusable';

  constructor(code: StateFolderError['code'], cause?: unknown) {
    super(PROBLEMS[code].title, { cause });
    this.code = code;
  }
}

/** Bytes: with fewer, the next write may fail. */
const MIN_ROOM = 256 * 1024;

/** Result codes of SQLite, without what is added to them. */
const FULL = 13;
const FAILURE_CODES: ReadonlySet<number> = new Set([8, 10, FULL, 14]);

/** The fault of the folder that made a call of the database fail; undefined when it was another one. */
export function toStateFolderError(error: unknown, folder: string): StateFolderError | undefined {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  if (!FAILURE_CODES.has(code)) return undefined;
  // Without room, not only the error of that name comes up.
  return new StateFolderError(code === FULL || !hasRoom(folder) ? 'state-full' : 'state-unusable', error);
}

/** Whether the file system of the folder has room for records. */
export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MIN_ROOM;
  } catch {
    return true;
  }
}
