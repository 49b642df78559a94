import { constants } from 'node:fs';
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Folder } from '../../contract/files.ts';

/** A file that may be served, open. */
export interface Located {
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
  const below = fileBelow(path, folder);
  if (below === undefined) return undefined;
  const root = await realpath(folder.root).catch(absent);
  const found = root && (await realpath(join(root, below)).catch(absent));
  if (root === undefined || found === undefined || !found.startsWith(root + sep)) return undefined;
  return isHidden(relative(root, found).split(sep), folder) ? undefined : found;
}

/** Undefined when it is no regular file, or cannot be read. */
export async function openFile(path: string): Promise<Located | undefined> {
  // Whatever took the file's place since it was looked at: no link is followed, and no pipe is waited for.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch(absent);
  if (handle === undefined) return undefined;
  try {
    const stat = await handle.stat({ bigint: true });
    if (stat.isFile() && (await isAt(path, handle)))
      return { handle, size: Number(stat.size), modified: stat.mtimeNs };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/** Whether what was opened lies where it was found: a folder on the way to it may have become a link since. */
async function isAt(path: string, { fd }: FileHandle): Promise<boolean> {
  const place = await readlink(`/proc/self/fd/${fd}`).catch(() => undefined);
  // Other systems do not tell: there the way is looked at once more.
  if (place === undefined) return (await realpath(path).catch(absent)) === path;
  // A file that was replaced meanwhile, as a deployment does, is still the one that was found.
  return place === path || place === `${path} (deleted)`;
}

function fileBelow(path: string, folder: Folder): string | undefined {
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
const ABSENT = new Set([
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

function absent(error: NodeJS.ErrnoException): undefined {
  if (ABSENT.has(error.code ?? '')) return undefined;
  throw error;
}
