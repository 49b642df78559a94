import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, also while others make the same ones. Node's own `recursive` does not end in
 * a file system that answers ENOENT to every mkdir, such as /proc.
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

/** What says that the folder above is not there; undefined when this one is. */
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
