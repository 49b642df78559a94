import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a machine: this one's, or a recorded one's below another folder. */
export interface MachineTree {
  /** Without blanks around it; undefined when it cannot be read or is empty. */
  text(path: string): Promise<string | undefined>;
  /** Sorted; empty when there is no such folder. */
  names(path: string): Promise<string[]>;
  link(path: string): Promise<string | undefined>;
  has(path: string): Promise<boolean>;
}

export function machineTree(root = '/'): MachineTree {
  const text = async (path: string): Promise<string | undefined> => {
    const content = await readFile(join(root, path), 'utf8').catch(() => '');
    return content.replaceAll('\0', '').trim() || undefined;
  };
  const names = async (path: string): Promise<string[]> =>
    (await readdir(join(root, path)).catch(() => [])).toSorted();
  const link = (path: string): Promise<string | undefined> =>
    readlink(join(root, path)).catch(() => undefined);
  return {
    text,
    names,
    link,
    has: async (path) => (await names(path)).length > 0 || (await text(path)) !== undefined,
  };
}
