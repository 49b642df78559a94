import { lstatSync, type Stats } from 'node:fs';
import { defined } from '@writ/diagnostics/internal';
import { extensionsFor } from './module-file.ts';

/** Files and a folder of one name. Absolute paths. */
export interface Root {
  readonly files: readonly string[];
  readonly folder?: string;
}

/** What stands at a path: a folder, and modules of that name. */
export function entriesAt(path: string): readonly string[] {
  const candidates = [path, ...extensionsFor(path).map((extension) => `${path}${extension}`)];
  return candidates.filter((candidate) => entry(candidate) !== undefined);
}

/** Undefined when neither a module nor a folder stands there. */
export function rootAt(path: string): Root | undefined {
  const found = entriesAt(path);
  const folder = found.find((one) => entry(one)?.isDirectory());
  const files = found.filter((one) => entry(one)?.isFile() && one !== path);
  if (folder === undefined && files.length === 0) return undefined;
  return { files, ...defined({ folder }) };
}

function entry(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // There is a file where a folder would have to be.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
