import { randomBytes } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';
import { describeWriteError } from './file-errors.ts';

/** The name of a file that an interrupted `writePrivate` can leave behind. */
export const TEMPORARY_NAME: RegExp = /^\.writ-[0-9a-f]{12}\.new$/;

/**
 * Writes a file atomically. Replaces an existing file.
 *
 * @param mode the permissions (default: 0600, readable by its owner only)
 * @throws UsageError if it cannot be written
 */
export async function writePrivate(path: string, text: string, mode = 0o600): Promise<void> {
  // Write a new file and rename it: readers never see an incomplete file, and links are not followed. The temporary
  // name is short, because the file name may have the maximum length.
  const fresh = join(dirname(path), `.writ-${randomBytes(6).toString('hex')}.new`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(fresh, 'wx', 0o600);
    await handle.chmod(mode);
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
