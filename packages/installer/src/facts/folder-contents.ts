import { readdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { machineTree, type MachineTree } from './machine-tree.ts';
import { readOwnMounts, type Mount } from './mounts.ts';

/** A mount in a folder. */
export interface FolderMount extends Mount {
  /** The path below the folder, such as `/boot`; `/` for the folder itself. */
  readonly place: string;
  /**
   * The names in its top folder, without `lost+found` and the folders of nested mounts; absent if this user may not read
   * it.
   */
  readonly entries?: readonly string[];
}

/** A folder that may be a target, with the mounts in it. */
export interface FolderContents {
  /** The absolute path, with symbolic links resolved. */
  readonly path: string;
  /** Sorted by place. Of several mounts at the same place, only the last one, which hides the others. */
  readonly mounts: readonly FolderMount[];
}

/** Reads the mounts in a folder and the names in their top folders. */
export async function readFolder(
  name: string,
  tree: MachineTree = machineTree('/'),
): Promise<FolderContents> {
  const path = await realpath(resolve(name));
  const found = new Map<string, Mount>();
  for (const mount of await readOwnMounts(tree)) {
    const place = placeIn(path, mount.mountPoint);
    if (place !== undefined) found.set(place, mount);
  }
  const places = [...found.keys()];
  const mounts = await Promise.all(
    [...found].map(async ([place, mount]): Promise<FolderMount> => {
      const nested = places.filter((other) => other !== place && other.startsWith(prefixOf(place)));
      const parents = new Set(nested.map((other) => other.slice(prefixOf(place).length).split('/')[0]));
      const names = await readdir(mount.mountPoint).catch(() => undefined);
      const entries = names?.filter((each) => each !== 'lost+found' && !parents.has(each)).toSorted();
      return { ...mount, place, ...defined({ entries }) };
    }),
  );
  return { path, mounts: mounts.toSorted((a, b) => (a.place < b.place ? -1 : 1)) };
}

function prefixOf(place: string): string {
  return place === '/' ? '/' : `${place}/`;
}

function placeIn(folder: string, mountPoint: string): string | undefined {
  if (mountPoint === folder) return '/';
  return mountPoint.startsWith(`${folder}/`) ? mountPoint.slice(folder.length) : undefined;
}
