import { access, constants, readlink, realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { findFileUsers } from './file-users.ts';
import { isWritTableUuid } from './writ-image.ts';
import { readTableUuid } from './partition-table.ts';
import { observeStaging, type StagingKind } from './staging.ts';

/** The state of an image target. */
export interface TargetFacts {
  /** The name as it was passed. */
  readonly name: string;
  /** The absolute path with symbolic links resolved, even if the file does not exist. */
  readonly path: string;
  readonly kind:
    | 'absent'
    | 'empty'
    | 'image-of-writ'
    | 'other-file'
    | 'block-device'
    | 'folder'
    | 'special-file'
    | 'no-folder'
    | 'unreadable';
  /** The size of a file in bytes. */
  readonly size?: number;
  /** The GUID of the existing partition table. */
  readonly tableUuid?: string;
  /** Descriptions of the processes and loop devices that use the file. */
  readonly users: readonly string[];
  /** Whether this user may write to the folder. */
  readonly folderWritable: boolean;
  /** Number of bytes in the folder's file system that this user can still use. */
  readonly free: number;
  /** The state of the staging folder. */
  readonly staging: StagingKind;
}

/**
 * Reads the state of an image target.
 *
 * @param name path of a file that need not exist
 */
export async function observeTarget(name: string): Promise<TargetFacts> {
  const linkEnd = await followLinks(resolve(name));
  const path = linkEnd ?? resolve(name);
  const folder = dirname(path);
  const folderEntry = await stat(folder).catch(() => undefined);
  const base = { name, path, users: [], folderWritable: false, free: 0, staging: 'absent' } as const;
  if (folderEntry === undefined || !folderEntry.isDirectory()) return { ...base, kind: 'no-folder' };
  const [folderWritable, { bavail, bsize }, staging] = await Promise.all([
    isWritable(folder),
    statfs(folder),
    observeStaging(path),
  ]);
  const folderFacts = { ...base, folderWritable, free: bavail * bsize, staging };
  if (linkEnd === undefined) return { ...folderFacts, kind: 'special-file' };
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return { ...folderFacts, kind: 'absent' };
  if (entry.isBlockDevice()) return { ...folderFacts, kind: 'block-device' };
  if (entry.isDirectory()) return { ...folderFacts, kind: 'folder' };
  if (!entry.isFile()) return { ...folderFacts, kind: 'special-file' };
  const users = await findFileUsers(path);
  if (entry.size === 0) return { ...folderFacts, kind: 'empty', size: 0, users };
  try {
    const tableUuid = await readTableUuid(path);
    const ours = tableUuid !== undefined && isWritTableUuid(tableUuid);
    return {
      ...folderFacts,
      kind: ours ? 'image-of-writ' : 'other-file',
      size: entry.size,
      users,
      ...defined({ tableUuid }),
    };
  } catch {
    return { ...folderFacts, kind: 'unreadable', size: entry.size, users };
  }
}

/** Follows symbolic links, including dangling links; returns undefined after 40 links, for example in a cycle. */
async function followLinks(path: string): Promise<string | undefined> {
  let at = path;
  for (let links = 0; links < 40; links += 1) {
    const folder = await realpath(dirname(at)).catch(() => dirname(at));
    at = join(folder, basename(at));
    const link = await readlink(at).catch(() => undefined);
    if (link === undefined) return at;
    at = resolve(folder, link);
  }
  return undefined;
}

/**
 * Whether this user may write to a folder. The kernel is queried, and modes are not compared, because root may write
 * anywhere except to a read-only file system.
 */
async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}
