import { open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programFolders } from '../facts/machine.ts';
import { makeFolders } from './folders.ts';

/** Exit status of `flock` if another process holds the lock. */
const CONFLICT_STATUS = 75;

/** Time in milliseconds to wait for the processes of a killed run, which end shortly after the run. */
const DEFAULT_WAIT = 2_000;

/**
 * A kernel lock on a file. The kernel releases the lock when the last process that has the file open exits,
 * so stale locks cannot occur. Commands inherit `fd` and therefore hold the lock while they run.
 */
export interface Lock {
  readonly fd: number;
  /** @param remove delete the file before releasing the lock */
  release(remove?: boolean): Promise<void>;
}

/**
 * Acquires a lock; returns undefined if another process still holds it after `wait`. Missing parent folders are
 * created.
 *
 * @param wait maximum time to wait, in milliseconds
 */
export async function acquireLock(path: string, wait: number = DEFAULT_WAIT): Promise<Lock | undefined> {
  await makeFolders(dirname(path), 0o700);
  for (;;) {
    const file = await open(path, 'a', 0o600);
    if (!(await lockFile(file.fd, wait))) {
      await file.close();
      return undefined;
    }
    // The previous owner may have deleted the file after this process opened it.
    if (await isSameFile(path, file)) {
      return {
        fd: file.fd,
        release: async (remove = false) => {
          if (remove) await unlink(path).catch(() => undefined);
          await file.close();
        },
      };
    }
    await file.close();
  }
}

/**
 * Locks an open file; returns false if another process still holds the lock after `wait`. Rejects if `flock` fails.
 * The lock belongs to the open file description, which `flock` inherits, so it remains when `flock` exits.
 *
 * @param wait maximum time to wait, in milliseconds
 */
export async function lockFile(fd: number, wait: number): Promise<boolean> {
  const seconds = String(wait / 1000);
  const child = spawn('flock', ['--timeout', seconds, '--conflict-exit-code', String(CONFLICT_STATUS), '3'], {
    env: { PATH: programFolders.join(':') },
    stdio: ['ignore', 'ignore', 'ignore', fd],
    timeout: wait + 10_000,
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status === 0) return true;
  if (status === CONFLICT_STATUS) return false;
  throw new Error(`flock ${status === null ? 'was killed by a signal' : `exited with status ${status}`}`);
}

async function isSameFile(path: string, file: FileHandle): Promise<boolean> {
  const [here, ours] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
  return here?.ino === ours.ino && here.dev === ours.dev;
}
