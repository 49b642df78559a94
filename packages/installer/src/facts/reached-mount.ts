import type { Mount } from './mounts.ts';

/**
 * Returns the mount that contains a path, like the kernel's lookup, which continues in the mount that was mounted last
 * at each folder. The mount point of another mount is not reached if a later mount at a folder above it hides it.
 *
 * @param path an absolute path without symbolic links
 * @param mounts all mounts of a process
 */
export function findReachedMount(path: string, mounts: readonly Mount[]): Mount | undefined {
  const ids = new Set(mounts.map(({ id }) => id));
  // The parent of the root mount is outside of the namespace, or the root mount itself.
  const tops = mounts.filter(({ id, parent }) => parent === id || !ids.has(parent));
  let reached: Mount | undefined;
  for (const folder of foldersOf(path)) {
    let next: Mount | undefined;
    do {
      const { id } = reached ?? {};
      const children =
        id === undefined ? tops : mounts.filter((mount) => mount.parent === id && mount.id !== id);
      next = children.find(({ mountPoint }) => mountPoint === folder);
      reached = next ?? reached;
    } while (next !== undefined);
  }
  return reached;
}

/** Returns the folders from / to a path: `/`, `/a` and `/a/b` for `/a/b`. */
function foldersOf(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  return ['/', ...names.map((_name, index) => `/${names.slice(0, index + 1).join('/')}`)];
}
