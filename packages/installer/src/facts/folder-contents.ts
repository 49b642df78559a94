import { readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { machineTree, type MachineTree } from './machine-tree.ts';
import { readOwnMounts, type Mount } from './mounts.ts';
import { findReachedMount } from './reached-mount.ts';

/** A mount in a folder. */
export interface FolderMount extends Mount {
  /** The path below the folder, such as `/boot`; `/` for the folder itself. */
  readonly place: string;
  /**
   * The paths in it, such as `etc`, without the mount points of nested mounts. A folder that contains such a mount point
   * is listed by its other contents, such as `srv/backups`, and `lost+found` by what it contains. Absent if this user
   * may not read it, and for a hidden mount.
   */
  readonly entries?: readonly string[];
  /** The mount that hides this one. */
  readonly hiddenBy?: Mount;
}

/** A folder that may be a target, with the mounts in it. */
export interface FolderContents {
  /** The absolute path, with symbolic links resolved. */
  readonly path: string;
  /** Sorted by place. Of several mounts at the same place, only the one whose files are visible there. */
  readonly mounts: readonly FolderMount[];
}

/** Reads the mounts in a folder and what they contain. */
export async function readFolder(
  name: string,
  tree: MachineTree = machineTree('/'),
): Promise<FolderContents> {
  const path = await realpath(resolve(name));
  const all = await readOwnMounts(tree);
  const found = new Map<string, Mount>();
  for (const mount of all) {
    const place = placeIn(path, mount.mountPoint);
    if (place !== undefined) found.set(place, mount);
  }
  const places = [...found.keys()];
  const mounts = await Promise.all(
    [...found].map(async ([place, last]): Promise<FolderMount> => {
      const reached = findReachedMount(last.mountPoint, all);
      if (reached?.mountPoint !== last.mountPoint)
        return { ...last, place, ...defined({ hiddenBy: reached }) };
      const prefix = place === '/' ? '/' : `${place}/`;
      const nested = places.flatMap((other) =>
        other !== place && other.startsWith(prefix) ? other.slice(prefix.length) : [],
      );
      const entries = (await listTop(reached.mountPoint, nested))?.toSorted();
      return { ...reached, place, ...defined({ entries }) };
    }),
  );
  return { path, mounts: mounts.toSorted((a, b) => (a.place < b.place ? -1 : 1)) };
}

/** Lists what is in a file system. The folder `lost+found` is part of an empty one, unlike recovered files in it. */
async function listTop(folder: string, nested: readonly string[]): Promise<string[] | undefined> {
  const entries = await listEntries(folder, nested);
  if (entries?.includes('lost+found') !== true) return entries;
  // Only root may read it.
  const recovered = await readdir(join(folder, 'lost+found')).catch(() => []);
  return [
    ...entries.filter((entry) => entry !== 'lost+found'),
    ...recovered.map((name) => `lost+found/${name}`),
  ];
}

/**
 * Lists what is in a folder.
 *
 * @param nested the mount points in it, relative to the folder
 */
async function listEntries(folder: string, nested: readonly string[]): Promise<string[] | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return undefined;
  const lists = await Promise.all(
    names.map(async (name) => {
      if (nested.includes(name)) return [];
      const inner = nested.flatMap((other) =>
        other.startsWith(`${name}/`) ? other.slice(name.length + 1) : [],
      );
      if (inner.length === 0) return [name];
      return (await listEntries(join(folder, name), inner))?.map((entry) => `${name}/${entry}`);
    }),
  );
  const complete = lists.filter((list) => list !== undefined);
  return complete.length < lists.length ? undefined : complete.flat();
}

function placeIn(folder: string, mountPoint: string): string | undefined {
  if (mountPoint === folder) return '/';
  return mountPoint.startsWith(`${folder}/`) ? mountPoint.slice(folder.length) : undefined;
}
