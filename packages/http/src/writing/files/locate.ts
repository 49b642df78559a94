import { constants, readlinkSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Folder } from '../../contract/files.ts';
import { OpenFile } from './open-file.ts';

/** An open file that may be served. */
export interface LocatedFile {
  readonly handle: OpenFile;
  /** Real path. */
  readonly path: string;
  readonly size: number;
  /** The time of the last modification in nanoseconds since 1970. */
  readonly modified: bigint;
}

/** The flags do not wait for pipes, and do not make a terminal the controlling terminal of the process. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The suffix that Linux adds to the path of an open file that has been deleted. */
const DELETED = ' (deleted)';

/**
 * Opens the file for a URL path in the folder. Follows links that do not leave the folder. Returns `'folder'` if the
 * path leads to a folder, and undefined if the file does not exist or must not be served.
 */
export async function openInFolder(
  path: string,
  folder: Folder,
): Promise<LocatedFile | 'folder' | undefined> {
  const below = resolveInFolder(path, folder);
  if (below === undefined) return undefined;
  // The target of a link is opened only after its path is checked, because opening a pipe or a device has effects. A
  // linked parent folder that leaves the folder does not prevent the opening: operators must not link to folders with
  // pipes or devices.
  const handle = await OpenFile.open(join(folder.root, below), FLAGS | constants.O_NOFOLLOW).catch(
    (error: NodeJS.ErrnoException) => (error.code === 'ELOOP' ? 'link' : asMissingFile(error)),
  );
  if (handle === undefined) return undefined;
  if (handle !== 'link') {
    // The path of the open file is checked, so that it cannot be replaced by a link between the check and the opening.
    const place = readPlace(handle.fd);
    if (place !== undefined && !place.endsWith(DELETED))
      return describe(handle, place, () => isServed(place, below, folder));
    // The system has no /proc, or the file has been replaced since it was opened.
    await handle.close();
  }
  const found = await locate(path, folder);
  return found === undefined ? undefined : openFile(found);
}

/**
 * Resolves a URL path in the folder. Follows links that do not leave the folder. Returns undefined if the file does not
 * exist or must not be served.
 */
export async function locate(path: string, folder: Folder): Promise<string | undefined> {
  const below = resolveInFolder(path, folder);
  if (below === undefined) return undefined;
  const found = await realpath(join(folder.root, below)).catch(asMissingFile);
  return found !== undefined && (await isServed(found, below, folder)) ? found : undefined;
}

/** Whether the file at a real path, which was requested as `below`, is in the folder and may be served. */
async function isServed(found: string, below: string, folder: Folder): Promise<boolean> {
  // If the real path begins with the configured one, that is a real path as well and need not be resolved.
  const isRootReal = found.startsWith(folder.root + sep);
  const root = isRootReal ? folder.root : await realpath(folder.root).catch(asMissingFile);
  if (root === undefined || !found.startsWith(root + sep)) return false;
  const place = found.slice(root.length + 1);
  return !isHidden(place.split(sep), folder) && !(await isRespelled(root, below, place));
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

/** Opens the file at a real path. Returns `'folder'` for a folder, and undefined for a file that cannot be read. */
export async function openFile(path: string): Promise<LocatedFile | 'folder' | undefined> {
  // Does not follow links, because the file may have been replaced since it was located.
  const handle = await OpenFile.open(path, FLAGS | constants.O_NOFOLLOW).catch(asMissingFile);
  return handle && describe(handle, path, () => isStillAt(path, handle));
}

/** Returns an open file. If it is a folder, is not a regular file or must not be served, closes it. */
async function describe(
  handle: OpenFile,
  path: string,
  mayServe: () => Promise<boolean>,
): Promise<LocatedFile | 'folder' | undefined> {
  let isServable = false;
  try {
    const stat = await handle.stat();
    if (!(await mayServe())) return undefined;
    if (stat.isDirectory()) return 'folder';
    isServable = stat.isFile();
    return isServable ? { handle, path, size: Number(stat.size), modified: stat.mtimeNs } : undefined;
  } finally {
    if (!isServable) await handle.close();
  }
}

/** Whether the opened file is still at its path. In the meantime, a parent folder may have been replaced by a link. */
async function isStillAt(path: string, { fd }: OpenFile): Promise<boolean> {
  const place = readPlace(fd);
  // On systems without /proc, the path is resolved again.
  if (place === undefined) return (await realpath(path).catch(asMissingFile)) === path;
  // A file that was replaced in the meantime, for example by a deployment, is still the located file.
  return place === path || place === path + DELETED;
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
