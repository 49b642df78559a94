import { open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programFolders } from '../facts/machine.ts';
import { makeFolders } from './folders.ts';

/** What `flock` ends with when somebody else holds the lock. */
const CONFLICT_STATUS = 75;

/** Milliseconds: what a killed run had started ends with it, but not in the same instant. */
const DEFAULT_WAIT = 2_000;

/**
 * A lock of the kernel's: it ends with the last process that has the file open, so one whose owner is gone
 * needs no judging. Commands inherit `fd`, and keep the lock while they still run.
 */
export interface Lock {
  readonly fd: number;
  /** @param remove also take the file away, while nobody else can have the lock */
  release(remove?: boolean): Promise<void>;
}

/**
 * Undefined when somebody else holds it, and goes on to. Folders above the file are made.
 *
 * @param wait milliseconds
 */
export async function acquireLock(path: string, wait: number = DEFAULT_WAIT): Promise<Lock | undefined> {
  await makeFolders(dirname(path), 0o700);
  for (;;) {
    const file = await open(path, 'a', 0o600);
    if (!(await lockFile(file.fd, wait))) {
      await file.close();
      return undefined;
    }
    // Its last owner may have removed the file between our opening and our locking it.
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
 * False when somebody else holds it. The lock belongs to the open file, which the helper shares: it stays when
 * the helper ends.
 *
 * @param wait milliseconds
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
  throw new Error(`flock ended with ${status ?? 'a signal'}`);
}

async function isSameFile(path: string, file: FileHandle): Promise<boolean> {
  const [here, ours] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
  return here?.ino === ours.ino && here.dev === ours.dev;
}
