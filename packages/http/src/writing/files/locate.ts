import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Folder } from '../../contract/files.ts';

/** A file that may be served, open. */
export interface LocatedFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** Nanoseconds since 1970. */
  readonly modified: bigint;
}

/**
 * Where in the folder a path of a URL leads, as the operating system sees it: links are followed, and must not leave the
 * folder. Undefined for all that is not to be served, whether it is there or not.
 */
export async function locate(path: string, folder: Folder): Promise<string | undefined> {
  const below = resolveInFolder(path, folder);
  if (below === undefined) return undefined;
  const root = await realpath(folder.root).catch(asMissingFile);
  const found = root && (await realpath(join(root, below)).catch(asMissingFile));
  if (root === undefined || found === undefined || !found.startsWith(root + sep)) return undefined;
  const place = relative(root, found);
  if (isHidden(place.split(sep), folder) || (await isRespelled(root, below, place))) return undefined;
  return found;
}

/**
 * Whether a file system that does not tell upper from lower case, or composed characters from others, found a file under
 * a name that it does not have. A guard for the path of that name would not see the request.
 */
async function isRespelled(root: string, below: string, place: string): Promise<boolean> {
  if (place === below || foldCase(place) !== foldCase(below)) return false;
  const names = place.split(sep);
  const asked = below.split(sep);
  for (const [index, name] of names.entries()) {
    if (name === asked[index]) continue;
    // A link is a name by itself.
    const link = await lstat(join(root, ...asked.slice(0, index + 1))).catch(asMissingFile);
    if (link?.isSymbolicLink() !== true) return true;
  }
  return false;
}

function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Undefined when it is no regular file, or cannot be read. */
export async function openFile(path: string): Promise<LocatedFile | undefined> {
  // Whatever took the file's place since it was looked at: no link is followed, and no pipe is waited for.
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

/** Whether what was opened lies where it was found: a folder on the way to it may have become a link since. */
async function isStillAt(path: string, { fd }: FileHandle): Promise<boolean> {
  const place = await readlink(`/proc/self/fd/${fd}`).catch(() => undefined);
  // Other systems do not tell: there the way is looked at once more.
  if (place === undefined) return (await realpath(path).catch(asMissingFile)) === path;
  // A file that was replaced meanwhile, as a deployment does, is still the one that was found.
  return place === path || place === `${path} (deleted)`;
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

/** What says that there is nothing to serve; that the system is out of something is a failure of ours. */
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
