import { basename, join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { finding } from '../finding-codes.ts';
import { extensionsFor } from './module-file.ts';

/** The module `_setup` in the folder of a prefix. */
export interface SetupModule {
  /** Absolute path. */
  readonly file: string;
  readonly prefix: string;
}

/** Name of the module without its extension. */
const SETUP = '_setup';

/** Returns the absolute path of the module `_setup` of a folder, if there is one. */
export function findSetupModule(folder: string, fileNames: readonly string[]): string | undefined {
  const name = extensionsFor(folder)
    .map((extension) => SETUP + extension)
    .find((each) => fileNames.includes(each));
  return name === undefined ? undefined : join(folder, name);
}

/** Reports a module `_setup` in a folder below that of the prefix. */
export function misplacedSetup(file: string): Diagnostic {
  return finding('setup', 'the module has no effect, because it is not in the folder of the prefix', {
    file,
    hint: `move it to the folder of the prefix, or rename it: ${basename(file)} sets up the whole application`,
  });
}
