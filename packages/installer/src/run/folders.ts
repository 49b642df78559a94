import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, which other processes may create at the same time. Node's `recursive`
 * option never returns in a file system such as /proc, where every mkdir fails with ENOENT.
 */
export async function makeFolders(path: string, mode = 0o755): Promise<void> {
  const absent = await makeFolder(path, mode);
  if (absent === undefined) return;
  const above = dirname(path);
  if (above === path) throw absent;
  await makeFolders(above, mode);
  const still = await makeFolder(path, mode);
  if (still !== undefined) throw still;
}

/**
 * Creates a folder. Returns undefined if the folder exists afterwards, or the error if its parent is missing.
 * Rejects with any other error.
 */
async function makeFolder(path: string, mode: number): Promise<Error | undefined> {
  try {
    await mkdir(path, { mode });
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return error as Error;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return undefined;
    throw error;
  }
}
