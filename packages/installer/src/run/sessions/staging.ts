import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostCommand } from '../../plan/operations/define-operation.ts';
import { STAGING_MARK, stagingFolder } from '../../facts/writ-image.ts';
import { observeStaging } from '../../facts/staging.ts';
import { runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import { succeeded } from '../../process/run-process.ts';
import type { SessionRoots } from '../target-session.ts';

/** The folders and files that exist next to an image during its build. */
export interface Staging {
  readonly folder: string;
  readonly tree: string;
  readonly image: string;
  /** The folder of the partitions that are built in separate files. */
  readonly parts: string;
  readonly journal: string;
  readonly lock: string;
}

export function stagingPaths(target: string): Staging {
  const folder = stagingFolder(target);
  return {
    folder,
    tree: join(folder, 'tree'),
    image: join(folder, 'new.img'),
    parts: join(folder, 'parts'),
    journal: join(folder, 'journal'),
    lock: join(folder, 'lock'),
  };
}

/** Returns the roots of a run that creates an image and optionally a second one. */
export function imageRoots(target: string, second = ''): SessionRoots {
  const { folder, tree, image } = stagingPaths(target);
  const home = second === '' ? '' : stagingPaths(second).image;
  return { tree, work: folder, image, target, folder: dirname(target), second, home };
}

const REMOVE_LIMIT = 600;

/**
 * Removes the state of earlier runs that are not resumed. Journals are removed first, because an incomplete
 * tree must never have a journal that records it as complete.
 */
export async function discardStaging(
  stagings: readonly Staging[],
  trees: readonly string[],
  context: RunContext,
): Promise<void> {
  await removeJournals(stagings);
  await removeTrees(stagings, trees, context);
}

/**
 * Removes the state of a complete run. Journals are removed last, so that the run remains recorded as done if
 * it is killed during the removal.
 */
export async function finishStaging(
  stagings: readonly Staging[],
  trees: readonly string[],
  context: RunContext,
): Promise<void> {
  await removeTrees(stagings, trees, context);
  await removeJournals(stagings);
}

async function removeJournals(stagings: readonly Staging[]): Promise<void> {
  for (const { journal } of stagings) await rm(journal, { force: true });
}

async function removeTrees(
  stagings: readonly Staging[],
  trees: readonly string[],
  context: RunContext,
): Promise<void> {
  // Runs without the signal, because the cleanup must not be interrupted.
  const { signal: _ignored, ...rest } = context;
  const folders = [...trees, ...stagings.flatMap(({ tree, image, parts }) => [tree, image, parts])];
  const end = await runCommand(
    hostCommand('rm', '-rf', '--one-file-system', '--', ...folders),
    REMOVE_LIMIT,
    rest,
  );
  if (!succeeded(end)) throw new Error(`cannot remove ${folders.join(', ')}: ${end.tail.at(-1) ?? end.end}`);
}

/**
 * Creates the staging folder, or reuses an earlier run's folder. Returns false if something else is at this
 * path, which must not be changed.
 */
export async function createStaging(target: string, { folder }: Staging): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if ((await observeStaging(target)) !== 'ours') return false;
  await writeFile(join(folder, STAGING_MARK), '', { mode: 0o600 });
  return true;
}

/** Removes the staging folder unless it contains files other than its mark. */
export async function removeStaging({ folder }: Staging): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  if (entries.some((name) => name !== STAGING_MARK)) return;
  await rm(join(folder, STAGING_MARK), { force: true });
  await rmdir(folder).catch(() => undefined);
}
