import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../plan/digest.ts';
import { acquireLock, type Lock } from '../lock.ts';

/** Returns the path of an in-memory file system for trees; undefined if `WRIT_MEMORY` is empty. */
export function memoryFolder({ WRIT_MEMORY = '/dev/shm' }: NodeJS.ProcessEnv): string | undefined {
  return WRIT_MEMORY === '' ? undefined : WRIT_MEMORY;
}

/**
 * The place of an image's tree in memory: a folder that only this user can enter. Its name is derived from the image
 * path, so the next run with the same image finds the tree of a killed run.
 */
export interface MemoryTree {
  /**
   * Locks the folder of an earlier run and lists the path of its tree, which may be missing. The list is empty
   * if there is no such folder or another run uses it.
   */
  takeLeft(): Promise<string[]>;
  /**
   * Creates the folder, or reuses an earlier run's folder, and locks it. Returns the path of the tree; undefined if
   * the folder belongs to another user or another run uses it.
   */
  take(): Promise<string | undefined>;
  /** Releases the lock, and removes the folder unless it contains a tree. */
  release(): Promise<void>;
}

export function createMemoryTree(memory: string, target: string): MemoryTree {
  const folder = join(memory, `writ-${sha256(target).slice(0, 16)}`);
  let lock: Lock | undefined;
  const isPrivate = async (): Promise<boolean> => {
    const entry = await lstat(folder).catch(() => undefined);
    return entry?.isDirectory() === true && entry.uid === process.geteuid?.() && (entry.mode & 0o077) === 0;
  };
  const path = join(folder, 'tree');
  const lockFolder = async (): Promise<boolean> => {
    if (await isPrivate()) lock ??= await acquireLock(join(folder, 'lock'));
    return lock !== undefined;
  };
  return {
    takeLeft: async () => ((await lockFolder()) ? [path] : []),
    take: async () => {
      await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
      return (await lockFolder()) ? path : undefined;
    },
    release: async () => {
      if (lock === undefined) return;
      await lock.release(true);
      lock = undefined;
      await rmdir(folder).catch(() => undefined);
    },
  };
}
