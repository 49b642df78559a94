import { lstatSync, type Stats } from 'node:fs';
import { defined } from '@writ/diagnostics/internal';
import { extensionsFor } from './module-file.ts';

/** Files and a folder of one name. Absolute paths. */
export interface ModuleRoot {
  readonly files: readonly string[];
  readonly folder?: string;
}

/** What stands at a path: a folder, and modules of that name. */
export function findEntries(path: string): readonly string[] {
  const candidates = [path, ...extensionsFor(path).map((extension) => `${path}${extension}`)];
  return candidates.filter((candidate) => readStats(candidate) !== undefined);
}

/** Undefined when neither a module nor a folder stands there. */
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
    // There is a file where a folder would have to be.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
