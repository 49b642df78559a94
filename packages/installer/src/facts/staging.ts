import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { STAGING_MARK, stagingFolder } from './writ-image.ts';

/**
 * What has the name of an image's staging folder: nothing; a folder that an earlier run made; or something of
 * somebody else's, in which nothing may be written and nothing removed; or its name is longer than a name can be.
 */
export type StagingKind = 'absent' | 'ours' | 'foreign' | 'too-long';

export async function observeStaging(target: string): Promise<StagingKind> {
  const folder = stagingFolder(target);
  const entry = await lstat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (entry instanceof Error && entry.code === 'ENAMETOOLONG') return 'too-long';
  // A folder into which this user cannot look is refused for itself: who cannot search it cannot write to it.
  if (entry instanceof Error) return /^(ENOENT|EACCES)$/.test(entry.code ?? '') ? 'absent' : 'foreign';
  // Whoever else could write into it could make root build, and remove, what he likes.
  const alone = entry.isDirectory() && entry.uid === process.geteuid?.() && (entry.mode & 0o022) === 0;
  if (!alone) return 'foreign';
  const marked = await lstat(join(folder, STAGING_MARK)).then(
    (mark) => mark.isFile(),
    () => false,
  );
  // A run that was killed between making the folder and marking it left it empty.
  return marked || (await readdir(folder)).length === 0 ? 'ours' : 'foreign';
}
