import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Operation } from '../../plan/operation.ts';
import { lockFile } from '../lock.ts';

type HoldLevel = NonNullable<Operation['holds']>;

/** Time in milliseconds to wait until the mounts of a killed run are gone and udev has finished. */
const RELEASE_LIMIT = 10_000;
const INTERVAL = 100;

/**
 * Disks that a run holds. udev does not rescan them. While they are held exclusively, other programs cannot
 * mount them.
 */
export interface DiskHold {
  readonly held: boolean;
  /** Acquires the disks; returns the reason if one is in use. */
  acquire(level: HoldLevel): Promise<string | undefined>;
  release(): Promise<void>;
}

interface HeldDisk {
  readonly path: string;
  /** Opened read-only so that closing it does not trigger a udev rescan. */
  readonly lock: FileHandle;
  exclusive: FileHandle | undefined;
}

/** @param limit maximum time to wait for other programs, in milliseconds */
export function createDiskHold(paths: readonly string[], limit: number = RELEASE_LIMIT): DiskHold {
  let held: HeldDisk[] = [];
  const release = async (): Promise<void> => {
    const released = held;
    held = [];
    for (const { exclusive, lock } of released) {
      await exclusive?.close();
      await lock.close();
    }
  };
  return {
    get held() {
      return held.length > 0;
    },
    acquire: async (level) => {
      // The disk is first opened exclusively even if only a lock is needed. Success proves that no other
      // program uses the disk.
      for (const path of held.length === 0 ? paths : []) {
        const exclusive = await openExclusive(path, limit);
        const lock = exclusive === undefined ? undefined : await openLocked(path, limit);
        if (lock === undefined) {
          await exclusive?.close();
          await release();
          return `${path} is in use by another program`;
        }
        held.push({ path, lock, exclusive });
      }
      if (level === 'locked') {
        for (const disk of held) {
          await disk.exclusive?.close();
          disk.exclusive = undefined;
        }
      }
      return undefined;
    },
    release,
  };
}

/**
 * Opens a disk exclusively. The kernel refuses this while a file system, swap, a mapping or another program
 * uses the disk or one of its partitions. Returns undefined if it still does after `limit` milliseconds.
 */
async function openExclusive(path: string, limit: number): Promise<FileHandle | undefined> {
  const until = Date.now() + limit;
  for (;;) {
    try {
      return await open(path, constants.O_RDONLY | constants.O_EXCL);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
    }
    if (Date.now() >= until) return undefined;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}

async function openLocked(path: string, limit: number): Promise<FileHandle | undefined> {
  const file = await open(path, 'r');
  if (await lockFile(file.fd, limit)) return file;
  await file.close();
  return undefined;
}
