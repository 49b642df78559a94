import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Operation } from '../../plan/operation.ts';
import { lockFile } from '../lock.ts';

type HoldLevel = NonNullable<Operation['holds']>;

/** Milliseconds in which a killed run's mounts go, and udev ends what it does. */
const RELEASE_LIMIT = 10_000;
const INTERVAL = 100;

/** Disks held for one run: against everybody's mounting, and against udev's reading them anew. */
export interface DiskHold {
  readonly held: boolean;
  /** Says who is in the way, when somebody is. */
  acquire(level: HoldLevel): Promise<string | undefined>;
  release(): Promise<void>;
}

interface HeldDisk {
  readonly path: string;
  /** Open for reading only: closing it is no sign for udev to read the disk anew. */
  readonly lock: FileHandle;
  exclusive: FileHandle | undefined;
}

/** @param limit milliseconds to wait for others that are about to let go */
export function createDiskHold(paths: readonly string[], limit: number = RELEASE_LIMIT): DiskHold {
  let held: HeldDisk[] = [];
  const release = async (): Promise<void> => {
    const letGo = held;
    held = [];
    for (const { exclusive, lock } of letGo) {
      await exclusive?.close();
      await lock.close();
    }
  };
  return {
    get held() {
      return held.length > 0;
    },
    acquire: async (level) => {
      // Also when a lock is all that is wanted: that the disk can be had alone shows that nobody uses it.
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

/** The kernel refuses it while a file system, swap, a mapping or anybody else has the disk or a partition of it. */
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
