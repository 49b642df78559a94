import { constants, readlinkSync } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Folder } from '../../contract/files.ts';

/** An open file that may be served. */
export interface LocatedFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** The time of the last modification in nanoseconds since 1970. */
  readonly modified: bigint;
}

/**
 * Resolves a URL path in the folder. Follows links that do not leave the folder. Returns undefined if the file does not
 * exist or must not be served.
 */
export async function locate(path: string, folder: Folder): Promise<string | undefined> {
  const below = resolveInFolder(path, folder);
  if (below === undefined) return undefined;
  const found = await realpath(join(folder.root, below)).catch(asMissingFile);
  if (found === undefined) return undefined;
  // If the real path begins with the configured one, that is a real path as well and need not be resolved.
  const isRootReal = found.startsWith(folder.root + sep);
  const root = isRootReal ? folder.root : await realpath(folder.root).catch(asMissingFile);
  if (root === undefined || !found.startsWith(root + sep)) return undefined;
  const place = relative(root, found);
  if (isHidden(place.split(sep), folder) || (await isRespelled(root, below, place))) return undefined;
  return found;
}

/**
 * Whether a case-insensitive or normalizing file system has found a file by another spelling of its name. Access rules
 * for the real path would not apply to the requested path.
 */
async function isRespelled(root: string, below: string, place: string): Promise<boolean> {
  if (place === below || foldCase(place) !== foldCase(below)) return false;
  const names = place.split(sep);
  const requested = below.split(sep);
  for (const [index, name] of names.entries()) {
    if (name === requested[index]) continue;
    // The name of a link differs from the name of its target.
    const link = await lstat(join(root, ...requested.slice(0, index + 1))).catch(asMissingFile);
    if (link?.isSymbolicLink() !== true) return true;
  }
  return false;
}

function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Opens a file. Returns undefined if it is not a regular file or cannot be read. */
export async function openFile(path: string): Promise<LocatedFile | undefined> {
  // The flags neither follow links nor wait for pipes, because the file may have been replaced since it was located.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch(asMissingFile);
  if (handle === undefined) return undefined;
  try {
    const stat = await handle.stat({ bigint: true });
    if (stat.isFile() && (await isStillAt(path, handle)))
      return { handle, size: Number(stat.size), modified: stat.mtimeNs };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/** Whether the opened file is still at its path. In the meantime, a parent folder may have been replaced by a link. */
async function isStillAt(path: string, { fd }: FileHandle): Promise<boolean> {
  const place = readPlace(fd);
  // On systems without /proc, the path is resolved again.
  if (place === undefined) return (await realpath(path).catch(asMissingFile)) === path;
  // A file that was replaced in the meantime, for example by a deployment, is still the located file.
  return place === path || place === `${path} (deleted)`;
}

/**
 * Returns the path of an open file, or undefined on systems without /proc. The call is synchronous: it does not access
 * the file system of the file, so that it cannot wait, and a promise would cost several times as much.
 */
function readPlace(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

function resolveInFolder(path: string, folder: Folder): string | undefined {
  const segments = path.split('/');
  const last = segments.pop()!;
  const folders = segments.filter((segment) => segment !== '');
  const name = last === '' ? folder.index : last;
  if (name === undefined || /[\0\\]/.test(path)) return undefined;
  const all = [...folders, name];
  return all.some((each) => each === '.' || each === '..') || isHidden(all, folder)
    ? undefined
    : join(...all);
}

function isHidden(names: readonly string[], { dotfiles }: Folder): boolean {
  return !dotfiles && names.some((name) => name.startsWith('.'));
}

/** Errors for which the response is 404. Other errors, such as too many open files, are server failures. */
const MISSING_FILE_CODES = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ELOOP',
  'EACCES',
  'EPERM',
  'ENAMETOOLONG',
  'EINVAL',
  'ENXIO',
  'ENODEV',
]);

function asMissingFile(error: NodeJS.ErrnoException): undefined {
  if (MISSING_FILE_CODES.has(error.code ?? '')) return undefined;
  throw error;
}
