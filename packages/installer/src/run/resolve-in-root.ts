import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';

const MOST_LINKS = 40;

/**
 * Resolves `path` as the new system would, with `root` as its root directory. Symbolic links among the
 * folders are followed, but never out of the root, so that a link created by a package or a custom command
 * cannot redirect a read or write to this machine. If the last segment is a link, it is followed only if `last` is
 * `follow`, which readers of a file require because opening a file follows links on this machine.
 *
 * @param path relative to the root
 */
export async function resolveInRoot(
  root: string,
  path: string,
  last: 'follow' | 'retain' = 'retain',
): Promise<string> {
  let pending = pathSegments(path);
  let at = '/';
  let links = 0;
  while (pending.length > 0) {
    const [name = '', ...rest] = pending;
    pending = rest;
    const next = normalize(join(at, name));
    const isRetained = rest.length === 0 && last === 'retain';
    const link = isRetained ? undefined : await readLinkAt(join(root, next));
    if (link === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) throw new Error(`too many symbolic links in ${path}`);
    if (isAbsolute(link)) at = '/';
    else at = dirname(next);
    pending = [...pathSegments(link), ...rest];
  }
  return join(root, at);
}

function pathSegments(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

async function readLinkAt(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() ? readlink(path) : undefined;
}
