import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';
import { describeWriteError } from '../files/file-errors.ts';

/**
 * Asserts that a file can be written; returns whether it exists.
 *
 * @param inputs names of the input files, none of which may be overwritten
 * @throws UsageError if it cannot or must not be written
 */
export async function assertWritable(path: string, inputs: readonly string[]): Promise<boolean> {
  if (path === '') throw new UsageError('-o requires a file name');
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new UsageError(`cannot write ${path}: its folder does not exist`);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isFile()) throw new UsageError(`cannot write ${path}: it exists and is not a regular file`);
  const real = await realpath(path);
  for (const input of inputs) {
    if ((await realpath(input).catch(() => undefined)) === real)
      throw new UsageError(
        `${path} is also the input: settings without an equivalent would be lost; choose another file`,
      );
  }
  return true;
}

/**
 * Writes a file atomically, readable by its owner only.
 *
 * @throws UsageError when it cannot be written
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  // Write a new file and rename it: readers never see an incomplete file, and links are not followed. The temporary
  // name is short, because the file name may have the maximum length.
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
