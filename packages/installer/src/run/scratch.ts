import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from './folders.ts';
import { acquireLock, type Lock } from './lock.ts';

/** Bytes: the name of a socket has 107 at most, and gpg's own longest one is `/S.gpg-agent.browser`. */
const MAXIMUM_PATH_LENGTH = 87;

/** A folder for one run, which ends with it. */
export interface Scratch {
  readonly path: string;
  remove(): Promise<void>;
}

/** Makes a folder below `root`; those of runs that were killed are taken away on the way. */
export async function createScratch(root: string): Promise<Scratch> {
  await makeFolders(root, 0o700);
  await removeAbandoned(root);
  const path = join(root, `run-${randomBytes(4).toString('hex')}`);
  const length = Buffer.byteLength(join(path, 'gnupg'));
  if (length > MAXIMUM_PATH_LENGTH)
    throw new Error(`its path is ${length - MAXIMUM_PATH_LENGTH} bytes too long for gpg's sockets`);
  // Locked before it is there: another run's sweep never sees it without its owner.
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
    // One that is held belongs to a living run: there is nothing to wait for.
    const lock = await acquireLock(lockPath(path), 0).catch(() => undefined);
    if (lock !== undefined) await removeLocked(path, lock);
  }
}

async function removeLocked(path: string, lock: Lock): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await lock.release(true);
}

/** Beside the folder, so that it stays held while the folder goes. */
function lockPath(path: string): string {
  return join(path, '..', `.${path.slice(path.lastIndexOf('/') + 1)}.lock`);
}
