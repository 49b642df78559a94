import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';
import { describeWriteError } from '../files/file-errors.ts';

/**
 * Whether a file that is to be written stands there already.
 *
 * @param inputs names of the files that are read: none of them is overwritten
 * @throws UsageError when it cannot or must not be written
 */
export async function assertWritable(path: string, inputs: readonly string[]): Promise<boolean> {
  if (path === '') throw new UsageError('-o names the file to write, and here it has no name');
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new UsageError(`cannot write ${path}: there is no such folder`);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isFile()) throw new UsageError(`cannot write ${path}: it is there, and no plain file`);
  const real = await realpath(path);
  for (const input of inputs) {
    if ((await realpath(input).catch(() => undefined)) === real)
      throw new UsageError(`${path} is read itself: what has no equal would be lost; name another file`);
  }
  return true;
}

/**
 * Writes what only its owner may read, whole or not at all.
 *
 * @throws UsageError when it cannot be written
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  // Beside it and renamed: nobody ever reads a half, and no link is followed. Its name is not longer for a long one.
  const fresh = join(dirname(path), `.writ-${randomBytes(6).toString('hex')}.new`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(fresh, 'wx', 0o600);
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    handle = undefined;
    await rename(fresh, path);
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await rm(fresh, { force: true }).catch(() => undefined);
    throw new UsageError(`cannot write ${path}: ${describeWriteError(error)}`);
  }
}
