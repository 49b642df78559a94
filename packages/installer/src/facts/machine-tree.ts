import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of this machine, or of a recorded machine in a folder. */
export interface MachineTree {
  /** The trimmed content; undefined if the file is empty or unreadable. */
  readText(path: string): Promise<string | undefined>;
  /** The sorted names in a folder; empty if it does not exist. */
  listNames(path: string): Promise<string[]>;
  readLink(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
}

export function machineTree(root = '/'): MachineTree {
  const readText = async (path: string): Promise<string | undefined> => {
    const content = await readFile(join(root, path), 'utf8').catch(() => '');
    return content.replaceAll('\0', '').trim() || undefined;
  };
  const listNames = async (path: string): Promise<string[]> =>
    (await readdir(join(root, path)).catch(() => [])).toSorted();
  const readLink = (path: string): Promise<string | undefined> =>
    readlink(join(root, path)).catch(() => undefined);
  return {
    readText,
    listNames,
    readLink,
    exists: async (path) => (await listNames(path)).length > 0 || (await readText(path)) !== undefined,
  };
}
