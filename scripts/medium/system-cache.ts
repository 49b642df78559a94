/** The folder in which live systems are cached for all checkouts of a user. */
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Time in milliseconds after which a live system may be removed. A process that builds a medium still reads the files
 * of its live system, and a test that boots several media does so for up to an hour.
 */
const UNUSED_LIMIT = 6 * 60 * 60_000;

/** Records that a process uses a live system from now on. */
export async function markUsed(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now);
}

/**
 * Removes interrupted builds and the live systems of a kind that have not been used for six hours. Another checkout
 * may contain another version of the live system, so a system that differs from the newest one may be in use.
 *
 * Call this function only while the folder is locked.
 */
export async function removeUnused(cache: string, kind: string): Promise<void> {
  const oldest = Date.now() - UNUSED_LIMIT;
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    const isUnused = name.startsWith(`${kind}-`) && (await stat(folder)).mtimeMs < oldest;
    if (isUnused || name.startsWith('building-')) await rm(folder, { recursive: true, force: true });
  }
}
