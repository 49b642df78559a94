import { JOURNAL_COPY } from '../../plan/operations/device.ts';
import { readJournal } from '../journal.ts';
import { resolveInRoot } from '../resolve-in-root.ts';

/** A prepared folder and what is mounted in it. */
interface MountedFolder {
  readonly path: string;
  /** Relative to the folder, with a leading slash. */
  readonly mountPoints: readonly string[];
}

/**
 * Returns the identities of the file systems to which an unfinished installation into a folder may have written,
 * according to its journal on this machine and the copy in the folder.
 *
 * A run that ended before the `tree` operation has written nothing. If a mount point of the run is no longer one, the
 * files in this folder may be older than the run, which could not see them. A journal that cannot be read proves
 * nothing. In these cases, the result is empty, and so must be the file systems.
 *
 * @param journal path of the journal on this machine
 */
export async function readWritten(
  { path, mountPoints }: MountedFolder,
  journal: string,
): Promise<ReadonlySet<string>> {
  const copy = await resolveInRoot(path, JOURNAL_COPY).catch(() => undefined);
  const written = await Promise.all([journal, copy].map((file) => readEmptied(file, mountPoints)));
  return new Set(written.flat());
}

async function readEmptied(
  journal: string | undefined,
  mountPoints: readonly string[],
): Promise<readonly string[]> {
  const records = journal === undefined ? undefined : await readJournal(journal).catch(() => undefined);
  if (records?.some((record) => record.kind === 'start' && record.operation === 'tree') !== true) return [];
  const folders = records.flatMap((record) => (record.kind === 'open' ? (record.folder ?? []) : []));
  const isMounted = folders.every((folder) =>
    folder.mountPoints.every((place) => mountPoints.includes(place)),
  );
  return isMounted ? folders.flatMap(({ emptied }) => emptied) : [];
}
