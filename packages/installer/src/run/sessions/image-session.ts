import { lstat } from 'node:fs/promises';
import type { Diagnostic } from '@writ/diagnostics';
import { observeTarget } from '../../facts/target.ts';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { checkImage } from '../../target/check-image.ts';
import { openJournal, readJournal } from '../journal.ts';
import { acquireLock, type Lock } from '../lock.ts';
import { createSandbox } from '../sandbox.ts';
import { hasMemoryFor } from '../machine/memory-room.ts';
import { toSystemError, type MemoryPlace, type OpenedSession } from '../target-session.ts';
import { createMemoryTree, memoryFolder, type MemoryTree } from './memory-tree.ts';
import {
  createStaging,
  discardStaging,
  finishStaging,
  imageRoots,
  removeStaging,
  stagingPaths,
  type Staging,
} from './staging.ts';

/** An image's staging folder, created and locked. */
interface LockedStaging {
  readonly staging: Staging;
  readonly lock: Lock;
}

/**
 * Opens the staging folders of a plan's images, and locks either all of them or none.
 *
 * @param root true if this process runs as root
 * @param wipe allow overwriting a file that Writ did not create
 */
export async function openImageSession(
  { target, second }: Plan,
  root: boolean,
  wipe: boolean,
): Promise<OpenedSession> {
  const paths = [target.path, ...(second === undefined ? [] : [second.path])];
  const locked: LockedStaging[] = [];
  const close = async (): Promise<void> => {
    for (const { staging, lock } of locked) {
      await lock.release(true);
      await removeStaging(staging);
    }
  };
  for (const path of paths) {
    const found = await lockStaging(path);
    if (!('lock' in found)) {
      await close();
      return found;
    }
    locked.push(found);
  }
  const folder = root ? memoryFolder(process.env) : undefined;
  const memory = folder === undefined ? undefined : createMemoryTree(folder, target.path);
  const stagings = locked.map(({ staging }) => staging);
  const { journal } = stagingPaths(target.path);
  return {
    roots: imageRoots(target.path, second?.path),
    sandbox: createSandbox(!root),
    locks: locked.map(({ lock }) => lock.fd),
    durable: false,
    readJournal: () => readJournal(journal),
    openJournal: (mode) => openJournal(journal, mode),
    beforeOperation: async ({ guardsTarget = false }) => {
      for (const path of guardsTarget ? paths : []) {
        const [finding] = checkImage(await observeTarget(path), { wipe });
        if (finding !== undefined) return finding.message;
      }
      return undefined;
    },
    afterOperation: () => Promise.resolve(),
    ...(folder === undefined || memory === undefined ? {} : { memory: memoryPlace(folder, memory) }),
    discard: async (context) => {
      await discardStaging(stagings, (await memory?.takeLeft()) ?? [], context);
    },
    finish: (context) => finishStaging(stagings, [context.roots.tree], context),
    close: async () => {
      await memory?.release();
      await close();
    },
  };
}

function memoryPlace(folder: string, memory: MemoryTree): MemoryPlace {
  return {
    take: async (bytes) => ((await hasMemoryFor(bytes, folder)) ? memory.take() : undefined),
    takeAgain: async (path) =>
      (await memory.takeLeft()).includes(path) &&
      lstat(path).then(
        (entry) => entry.isDirectory(),
        () => false,
      ),
  };
}

async function lockStaging(path: string): Promise<LockedStaging | readonly Diagnostic[]> {
  const staging = stagingPaths(path);
  const created = await createStaging(path, staging).catch(toSystemError);
  if (created === false) return checkImage(await observeTarget(path), { wipe: true });
  const lock = created === true ? await acquireLock(staging.lock).catch(toSystemError) : created;
  if (lock instanceof Error) {
    return [refusal('target-folder', `cannot create ${staging.folder}: ${lock.message}`)];
  }
  return lock === undefined ? [targetInUse(path)] : { staging, lock };
}

export function targetInUse(path: string): Diagnostic {
  return refusal('target-in-use', `another installation to ${path} is running`, {
    hint: 'wait until it ends, or stop it',
  });
}
