import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { STAGING_MARK, stagingFolder } from './writ-image.ts';

/**
 * The state of an image's staging folder. `absent`: the folder does not exist. `ours`: an earlier run created
 * it. `foreign`: it belongs to another program or user, so its content must not be changed. `too-long`: its
 * name is too long.
 */
export type StagingKind = 'absent' | 'ours' | 'foreign' | 'too-long';

export async function observeStaging(target: string): Promise<StagingKind> {
  const folder = stagingFolder(target);
  const entry = await lstat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (entry instanceof Error && entry.code === 'ENAMETOOLONG') return 'too-long';
  // A parent folder without search permission is reported as not writable.
  if (entry instanceof Error) return /^(ENOENT|EACCES)$/.test(entry.code ?? '') ? 'absent' : 'foreign';
  // If other users could write to the folder, they could make root create and remove arbitrary files.
  const isPrivate = entry.isDirectory() && entry.uid === process.geteuid?.() && (entry.mode & 0o022) === 0;
  if (!isPrivate) return 'foreign';
  const marked = await lstat(join(folder, STAGING_MARK)).then(
    (mark) => mark.isFile(),
    () => false,
  );
  if (marked) return 'ours';
  // A run that is killed before it marks the folder leaves an empty folder. A run that ends meanwhile deletes it.
  const entries = await readdir(folder).catch(() => undefined);
  if (entries === undefined) return 'absent';
  return entries.length === 0 ? 'ours' : 'foreign';
}
