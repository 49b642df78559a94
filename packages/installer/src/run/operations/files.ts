import { chmod, copyFile, lstat, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname } from 'node:path';
import type { FileWrite } from '../../plan/operation.ts';
import { resolveInRoot } from '../resolve-in-root.ts';
import { expandRoots, type RunContext } from '../context.ts';

const TREE_PREFIX = '{tree}/';

/**
 * Resolves a path in the plan to a path on this machine. A path in the tree is resolved to a path in the tree, even if
 * its folders are links; its last segment may be a link, unless `last` is `follow`.
 */
export function resolvePath(
  path: string,
  { roots }: Pick<RunContext, 'roots'>,
  last: 'follow' | 'retain' = 'retain',
): Promise<string> {
  return path.startsWith(TREE_PREFIX)
    ? resolveInRoot(roots.tree, path.slice(TREE_PREFIX.length), last)
    : Promise.resolve(expandRoots(path, roots));
}

/**
 * Writes or removes a planned file, folder or link. An existing file or link is replaced, and the content of an
 * existing folder is retained. Rejects if a folder exists at the path of a file or link. Idempotent.
 */
export async function writePlannedFile(file: FileWrite, context: Pick<RunContext, 'roots'>): Promise<void> {
  const path = await resolvePath(file.path, context);
  if (file.kind === 'absent') {
    await rm(path, { recursive: true, force: true });
    return;
  }
  await makeParentFolders(dirname(path));
  if (file.kind === 'folder') {
    // A link is also replaced, because it may point to a folder on this machine.
    if ((await lstat(path).catch(() => undefined))?.isDirectory() !== true) await rm(path, { force: true });
    await mkdir(path, { recursive: true });
    await chmod(path, file.mode);
    return;
  }
  // Written under a temporary name and renamed, so that the final name never refers to an incomplete file and
  // an existing link is replaced instead of followed.
  const temporary = `${path}.writ-new`;
  await rm(temporary, { recursive: true, force: true });
  if (file.kind === 'link') await symlink(file.to, temporary);
  else {
    // Created without access for other users, so that they can never read the file, even before its mode is
    // set.
    if (file.kind === 'copy')
      await copyFile(expandRoots(file.from, context.roots), temporary, constants.COPYFILE_EXCL);
    else await writeFile(temporary, file.content, { flag: 'wx', mode: file.mode & 0o700 });
    await chmod(temporary, file.mode);
  }
  await rename(temporary, path);
}

/**
 * Creates missing parent folders. The mode is set explicitly, so that the umask does not affect the new
 * system.
 */
async function makeParentFolders(path: string): Promise<void> {
  if ((await lstat(path).catch(() => undefined)) !== undefined) return;
  await makeParentFolders(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another operation, which runs at the same time, has created the folder.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  await chmod(path, 0o755);
}
