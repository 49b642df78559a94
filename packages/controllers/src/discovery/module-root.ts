import { lstatSync, type Stats } from 'node:fs';
import { defined } from '@writ/diagnostics/internal';
import { extensionsFor } from './module-file.ts';

/** The module files and the folder that share a name, as absolute paths. */
export interface ModuleRoot {
  readonly files: readonly string[];
  readonly folder?: string;
}

/** Returns the entries that exist at a path: the path itself, and the path with each module extension. */
export function findEntries(path: string): readonly string[] {
  const candidates = [path, ...extensionsFor(path).map((extension) => `${path}${extension}`)];
  return candidates.filter((candidate) => readStats(candidate) !== undefined);
}

/** Returns the folder at a path, and the module files at the path with an extension; undefined if none exist. */
export function findRoot(path: string): ModuleRoot | undefined {
  const found = findEntries(path);
  const folder = found.find((one) => readStats(one)?.isDirectory());
  const files = found.filter((one) => readStats(one)?.isFile() && one !== path);
  if (folder === undefined && files.length === 0) return undefined;
  return { files, ...defined({ folder }) };
}

function readStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A parent of the path is a file, not a folder.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
