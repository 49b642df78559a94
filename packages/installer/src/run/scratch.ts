import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from './folders.ts';
import { acquireLock, type Lock } from './lock.ts';

/**
 * Maximum length in bytes of the path of gpg's folder. A socket path may have at most 107 bytes, and gpg's
 * longest socket name is `/S.gpg-agent.browser`.
 */
const MAXIMUM_PATH_LENGTH = 87;

/** The reason why gpg cannot use a folder with this path. */
export class UnusablePath extends Error {}

/** A folder that is removed at the end of the run. */
export interface Scratch {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Creates a scratch folder under `root` and removes the scratch folders of killed runs. Rejects with
 * {@link UnusablePath} if gpg cannot use a folder there.
 */
export async function createScratch(root: string): Promise<Scratch> {
  await makeFolders(root, 0o700);
  await removeAbandoned(root);
  const path = join(root, `run-${randomBytes(4).toString('hex')}`);
  const length = Buffer.byteLength(join(path, 'gnupg'));
  if (length > MAXIMUM_PATH_LENGTH)
    throw new UnusablePath(`its path is ${length - MAXIMUM_PATH_LENGTH} bytes too long for gpg's sockets`);
  if (path.includes(':'))
    throw new UnusablePath('its path contains a colon, with which gpg does not find its agent');
  // The lock is acquired before the folder exists, so that another run does not remove the folder as
  // abandoned.
  const lock = await acquireLock(lockPath(path), 0);
  if (lock === undefined) throw new Error(`${lockPath(path)} is locked`);
  await mkdir(path, { mode: 0o700 });
  await Promise.all(['db', 'root', 'hooks'].map((name) => mkdir(join(path, name))));
  return { path, remove: () => removeLocked(path, lock) };
}

async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith('run-')) continue;
    const path = join(root, name);
    // Do not wait for a locked folder: it belongs to a running installation.
    const lock = await acquireLock(lockPath(path), 0).catch(() => undefined);
    if (lock !== undefined) await removeLocked(path, lock);
  }
}

async function removeLocked(path: string, lock: Lock): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await lock.release(true);
}

/**
 * Returns the path of the lock file, which is next to the folder, so that the lock is still held while the
 * folder is removed.
 */
function lockPath(path: string): string {
  return join(path, '..', `.${path.slice(path.lastIndexOf('/') + 1)}.lock`);
}
